/** Ids of the messages that a station reads or writes (message sets minimal and common). */
export const MAVLINK_ID = {
  heartbeat: 0,
  paramRequestRead: 20,
  paramRequestList: 21,
  paramValue: 22,
  paramSet: 23,
  adsbVehicle: 246,
  statusText: 253,
  basicId: 12900,
  location: 12901,
  authentication: 12902,
  selfId: 12903,
  system: 12904,
  operatorId: 12905,
  messagePack: 12915,
  armStatus: 12918,
  systemUpdate: 12919,
} as const;
