package dev.mandate.conformance.script;

import io.vavr.collection.Array;

/**
 * One promise of the interface with the calls that check it.
 *
 * @param name the path of its file without the ending, such as {@code errors/an-unknown-path-is-404}
 * @param promise one sentence
 * @param contract the place in the interface that makes the promise
 * @param conditions what is set up before the first step, in order
 * @param steps in order
 */
public record Script(String name, String promise, String contract, Array<Condition> conditions, Array<Step> steps) {

    /** Returns the folder of its file: a part of the interface. */
    public String group() {
        return name.contains("/") ? name.substring(0, name.lastIndexOf('/')) : "";
    }
}
