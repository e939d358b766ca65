package dev.mandate.adapters.http.json;

import io.vavr.collection.Array;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a value stands in a body, such as {@code policies.signers[0]}. All spots of one body share a note of the fields that were passed
 * over. Mutable; serves one reading by one thread.
 */
public final class Spot {

    private final String path;
    private final List<String> passedOver;

    private Spot(String path, List<String> passedOver) {
        this.path = path;
        this.passedOver = passedOver;
    }

    /** The body itself. */
    public static Spot body() {
        return new Spot("", new ArrayList<>());
    }

    /** A field of the object that stands here. */
    public Spot field(String name) {
        return new Spot(path.isEmpty() ? name : path + "." + name, passedOver);
    }

    /** An element of the array that stands here, from 0. */
    public Spot element(int index) {
        return new Spot(path + "[" + index + "]", passedOver);
    }

    /** The last name of the path. */
    String name() {
        return path.substring(path.lastIndexOf('.') + 1);
    }

    /** As clients are told of it; empty for the body. */
    public String path() {
        return path;
    }

    /** Notes that the value here was passed over. */
    void passOver() {
        passedOver.add(path);
    }

    /** What was passed over so far, in the whole body, each once. */
    Array<String> passedOver() {
        return Array.ofAll(passedOver).distinct();
    }

    /** The path. */
    @Override
    public String toString() {
        return path;
    }
}
