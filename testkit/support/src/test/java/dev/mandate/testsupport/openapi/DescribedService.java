package dev.mandate.testsupport.openapi;

import dev.mandate.domain.kernel.Bytes;
import dev.mandate.testsupport.openapi.Exchange.Answer;
import io.vavr.collection.Array;
import java.nio.charset.StandardCharsets;

/** A small document, and exchanges with the service that it describes. */
final class DescribedService {

    static final String LIVE = "{\"status\":\"live\"}";

    private static final String DOCUMENT =
            """
            {
              "openapi": "3.1.0",
              "paths": {
                "/live": {
                  "get": {
                    "operationId": "getLiveness",
                    "security": [],
                    "responses": {
                      "200": {"content": {"application/json": {"schema": {
                        "type": "object", "required": ["status"], "properties": {"status": {"const": "live"}}}}}}
                    }
                  }
                },
                "/things": {
                  "get": {
                    "operationId": "listThings",
                    "security": [{"apiKey": ["read"]}],
                    "parameters": [
                      {"name": "limit", "in": "query", "schema": {"type": "integer", "minimum": 1, "maximum": 100}}
                    ],
                    "responses": {
                      "200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Page"}}}},
                      "400": {"$ref": "#/components/responses/Refused"},
                      "404": {"$ref": "#/components/responses/Refused"}
                    }
                  }
                },
                "/things/{id}": {
                  "patch": {
                    "operationId": "changeThing",
                    "security": [{"apiKey": ["build"]}],
                    "requestBody": {"content": {"application/json": {"schema": {
                      "type": "object",
                      "additionalProperties": false,
                      "required": ["name"],
                      "properties": {"name": {"type": "string"}, "admin_address": {"type": ["string", "null"]}}
                    }}}},
                    "responses": {
                      "200": {"content": {"application/json": {"schema": {"type": "object", "properties": {}}}}},
                      "400": {"$ref": "#/components/responses/Refused"}
                    }
                  }
                }
              },
              "components": {
                "responses": {
                  "Refused": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}}}
                },
                "schemas": {
                  "Page": {
                    "type": "object",
                    "required": ["items", "next_cursor"],
                    "properties": {
                      "items": {"type": "array", "items": {"type": "string"}},
                      "next_cursor": {"type": ["string", "null"]}
                    }
                  },
                  "Code": {"enum": [
                    "unknown_path", "method_not_allowed", "malformed_request", "wrong_type", "missing_field", "unknown_field",
                    "bad_query", "unknown_thing", "not_offered"
                  ]},
                  "Refusal": {
                    "type": "object",
                    "required": ["code", "message", "details", "request_id", "timestamp"],
                    "properties": {
                      "code": {"$ref": "#/components/schemas/Code"},
                      "message": {"type": "string"},
                      "details": {"type": "array", "minItems": 1, "items": {
                        "type": "object",
                        "required": ["field", "code", "message"],
                        "properties": {
                          "field": {"type": "string"},
                          "code": {"$ref": "#/components/schemas/Code"},
                          "message": {"type": "string"}
                        }
                      }},
                      "request_id": {"type": "string"},
                      "timestamp": {"type": "string", "format": "date-time"}
                    }
                  }
                }
              }
            }
            """;

    private DescribedService() {}

    /** The service also serves paths below {@code /pages/}, which are not documented. */
    static OpenApiCheck check() {
        return new OpenApiCheck(OpenApiDocument.of(bytes(DOCUMENT)), Array.of("/pages/.*"));
    }

    static Exchange get(String path, String query, Answer answer) {
        return new Exchange("GET", path, query, Bytes.EMPTY, answer);
    }

    static Exchange patch(String body, Answer answer) {
        return new Exchange("PATCH", "/things/7", "", bytes(body), answer);
    }

    static Answer answer(int status, String body) {
        return new Answer(status, "application/json", "req_1", bytes(body));
    }

    /** Returns a refusal with {@code code} for {@code field}. */
    static String error(String code, String field) {
        return """
                {"code":"%s","message":"No.","details":[{"field":"%s","code":"%s","message":"No."}],\
                "request_id":"req_1","timestamp":"2026-11-20T12:00:00Z"}"""
                .formatted(code, field, code);
    }

    static Bytes bytes(String text) {
        return Bytes.of(text.getBytes(StandardCharsets.UTF_8));
    }
}
