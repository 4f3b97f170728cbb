USE Sales;
CREATE ROUTE Parts WITH SERVICE_NAME = 'OrderParts', ADDRESS = 'parts.example:4022';
