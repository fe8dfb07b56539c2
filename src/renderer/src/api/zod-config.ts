import { z } from "zod";

// The content security policy forbids eval, which zod would otherwise compile its parsers with. It looks when a schema
// is made, so this module stands before every contract.
z.config({ jitless: true });
