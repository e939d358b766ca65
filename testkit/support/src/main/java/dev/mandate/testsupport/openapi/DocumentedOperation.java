package dev.mandate.testsupport.openapi;

import io.vavr.collection.Array;
import tools.jackson.databind.JsonNode;

/**
 * One method at one path of a document.
 *
 * @param path as in the document; a segment in braces matches any one segment
 * @param method in capital letters
 * @param node the operation's object in the document
 */
public record DocumentedOperation(String path, String method, JsonNode node) {

    /** Returns the operation id. */
    public String id() {
        return node.get("operationId").stringValue();
    }

    /** Returns whether {@link #path()} matches {@code concrete}, a path without query. */
    boolean isAt(String concrete) {
        Array<String> template = segments(path);
        Array<String> actual = segments(concrete);
        return template.size() == actual.size()
                && template.zip(actual).forAll(pair -> isVariable(pair._1) ? !pair._2.isEmpty() : pair._1.equals(pair._2));
    }

    int variables() {
        return segments(path).count(DocumentedOperation::isVariable);
    }

    private static Array<String> segments(String path) {
        return Array.of(path.split("/", -1));
    }

    private static boolean isVariable(String segment) {
        return segment.startsWith("{") && segment.endsWith("}");
    }

    @Override
    public String toString() {
        return method + " " + path;
    }
}
