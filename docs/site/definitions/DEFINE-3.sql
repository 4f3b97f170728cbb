USE Sales;
CREATE ROUTE Parts WITH SERVICE_NAME = 'OrderParts', ADDRESS = 'TCP://first.example:4022', MIRROR_ADDRESS = 'TCP://second.example:4022';
