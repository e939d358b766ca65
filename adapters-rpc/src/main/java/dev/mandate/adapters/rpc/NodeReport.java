package dev.mandate.adapters.rpc;

import dev.mandate.ports.spi.chain.MissingMethod;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;

/**
 * What one node offers.
 *
 * @param node host and port
 * @param methods each method in use, in the order in which it was asked for
 */
public record NodeReport(String node, Array<Method> methods) {

    /**
     * One method.
     *
     * @param name such as {@code getEpochInfo}, or that of a feature
     * @param verdict whether the node offers it
     * @param effect what does not work without it
     */
    public record Method(String name, Verdict verdict, String effect) {}

    /** Whether a node offers a method. */
    public enum Verdict {
        OK,
        /** The node refuses it, or answers what can't be read. */
        MISSING,
        /** The node gave no answer to it just now. */
        NO_ANSWER
    }

    /** The methods that the node does not offer. */
    public Seq<MissingMethod> missing() {
        return methods.filter(method -> method.verdict() == Verdict.MISSING)
                .map(method -> new MissingMethod(method.name(), method.effect()));
    }
}
