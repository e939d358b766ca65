package dev.mandate.ports.refusal;

import io.vavr.collection.Array;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;
import java.util.function.Predicate;

/**
 * Why a request got nothing.
 *
 * @param code the gravest, which decides the status
 * @param message for people
 * @param problems everything that is wrong, by field; of a great many at least as many as are told
 * @param facts those that decided, by name; texts, numbers as decimal digits
 * @param remedy what would help, for people
 * @param retryAfter seconds after which a repetition may succeed
 */
public record Failure(
        ErrorCode code,
        String message,
        Array<Problem> problems,
        Map<String, String> facts,
        Option<String> remedy,
        Option<Long> retryAfter) {

    /** A failure of the request as a whole. */
    public static Failure of(ErrorCode code, String message) {
        return new Failure(
                code, message, Array.empty(), LinkedHashMap.empty(), Option.none(), Option.none());
    }

    /** A failure of one field. */
    public static Failure at(String field, ErrorCode code, String message) {
        return of(Array.of(new Problem(field, code, message)));
    }

    /**
     * Everything that is wrong at once. What is malformed goes before what breaks a rule.
     *
     * @throws IllegalArgumentException if there is no problem
     */
    public static Failure of(Array<Problem> problems) {
        Problem gravest = problems.minBy(problem -> problem.code().precedence())
                .getOrElseThrow(() -> new IllegalArgumentException("a failure without a problem"));
        return new Failure(
                gravest.code(), gravest.message(), problems, LinkedHashMap.empty(), Option.none(), Option.none());
    }

    /** Told of a field, where it was told of none. */
    public Failure about(String field) {
        return problems.isEmpty()
                ? new Failure(code, message, Array.of(new Problem(field, code, message)), facts, remedy, retryAfter)
                : this;
    }

    /** Both at once: the code is the gravest of either, and so is what would help, and a fact that both tell by the same name. */
    public Failure and(Failure other) {
        boolean graver = other.code.precedence() < code.precedence();
        Failure first = graver ? other : this;
        Failure second = graver ? this : other;
        return new Failure(
                first.code,
                first.message,
                first.told().appendAll(second.told()).distinct(),
                first.facts.merge(second.facts),
                first.remedy.orElse(second.remedy),
                first.retryAfter.orElse(second.retryAfter));
    }

    /**
     * What answers tell by field: never nothing. The public SDK shows its callers the HTTP status in the place of the code, so that the
     * details are where they find it. What is to blame as a whole has no field.
     */
    public Array<Problem> told() {
        return problems.isEmpty() ? Array.of(new Problem("", code, message)) : problems.take(Problem.MOST_TOLD);
    }

    /** What is left of it if only these problems are told: what was said of the others alone goes with them. */
    public Option<Failure> only(Predicate<Problem> told) {
        Array<Problem> left = told().filter(told);
        if (left.isEmpty()) {
            return Option.none();
        }
        Failure rest = of(left);
        return Option.some(rest.code == code ? with(left) : rest);
    }

    public Failure with(Array<Problem> all) {
        return saying(message, all);
    }

    /** The same in other words. */
    public Failure saying(String words, Array<Problem> all) {
        return new Failure(code, words, all, facts, remedy, retryAfter);
    }

    public Failure fact(String name, Object value) {
        return new Failure(code, message, problems, facts.put(name, value.toString()), remedy, retryAfter);
    }

    public Failure remedy(String text) {
        return new Failure(code, message, problems, facts, Option.some(text), retryAfter);
    }

    public Failure retryAfter(long seconds) {
        return new Failure(code, message, problems, facts, remedy, Option.some(seconds));
    }
}
