import { z } from "zod";

// The content security policy forbids eval, which zod would otherwise compile its parsers with. The setting is read
// when a schema is created, so this module is imported before every contract.
z.config({ jitless: true });
