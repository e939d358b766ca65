package dev.mandate.ports.refusal;

import io.vavr.collection.Array;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;

/** One of several things that are wrong at once, with the facts that decided. */
record Finding(Problem problem, Map<String, String> facts) {

    static Finding of(String field, ErrorCode code, String message) {
        return new Finding(new Problem(field, code, message), LinkedHashMap.empty());
    }

    Finding fact(String name, Object value) {
        return new Finding(problem, facts.put(name, value.toString()));
    }

    /** All of them as one failure. Where several tell the same fact, the failure tells each value. */
    static Failure failure(Array<Finding> findings) {
        Map<String, String> facts = findings.flatMap(Finding::facts)
                .foldLeft(LinkedHashMap.empty(), (told, fact) -> told.put(
                        fact._1,
                        told.get(fact._1)
                                .filter(value -> !value.equals(fact._2))
                                .map(value -> value + ", " + fact._2)
                                .getOrElse(fact._2)));
        return facts.foldLeft(
                Failure.of(findings.map(Finding::problem)), (failure, fact) -> failure.fact(fact._1, fact._2));
    }
}
