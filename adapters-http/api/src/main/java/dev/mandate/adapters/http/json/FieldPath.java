package dev.mandate.adapters.http.json;

import dev.mandate.adapters.http.json.ObjectReader.Unknown;
import io.vavr.collection.Array;
import java.util.ArrayList;
import java.util.List;

/**
 * The place of a value in a body, such as {@code policies.signers[0]}. All spots of one body share the list of ignored fields.
 * Mutable; for one body and one thread.
 */
public final class FieldPath {

    private final String path;
    private final Unknown unknown;
    private final List<String> passedOver;

    private FieldPath(String path, Unknown unknown, List<String> passedOver) {
        this.path = path;
        this.unknown = unknown;
        this.passedOver = passedOver;
    }

    /** Returns the spot of the body itself. */
    public static FieldPath body(Unknown unknown) {
        return new FieldPath("", unknown, new ArrayList<>());
    }

    /** Returns the spot of a field of the object here. */
    public FieldPath field(String name) {
        return new FieldPath(path.isEmpty() ? name : path + "." + name, unknown, passedOver);
    }

    /** Returns the spot of an element of the array here, from 0. */
    public FieldPath element(int index) {
        return new FieldPath(path + "[" + index + "]", unknown, passedOver);
    }

    /** Returns this spot, where unread fields are treated as {@code other} says. */
    FieldPath treating(Unknown other) {
        return new FieldPath(path, other, passedOver);
    }

    /** Returns how unread fields of objects here are treated. */
    Unknown unknown() {
        return unknown;
    }

    /** Returns the last name of the path. */
    String name() {
        return path.substring(path.lastIndexOf('.') + 1);
    }

    /** Returns the path as clients see it; empty for the body. */
    public String path() {
        return path;
    }

    /** Records that the value here was ignored. */
    void passOver() {
        passedOver.add(path);
    }

    /** Returns all ignored fields of the whole body so far, each once. */
    Array<String> passedOver() {
        return Array.ofAll(passedOver).distinct();
    }

    /** Returns the path. */
    @Override
    public String toString() {
        return path;
    }
}
