package dev.mandate.ports.api.refusal;

import io.vavr.collection.Array;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/**
 * Why a request was refused: the code for programs, sentences for people.
 *
 * @param problems all problems, at least one
 * @param facts the facts that decided, by name
 * @param remedy what would help; none if nothing that the engine offers does
 * @param retryAfter seconds after which the same request may succeed
 */
public record Failure(Array<Problem> problems, Map<String, String> facts, Option<Remedy> remedy, Option<Long> retryAfter) {

    /** An answer lists no more problems than these, so that it cannot be many times as long as its request. */
    public static final int MAX_PROBLEMS = 100;

    public Failure {
        if (problems.isEmpty()) {
            throw new IllegalArgumentException("a failure without a problem");
        }
    }

    /** A failure of the request as a whole; {@code values} and facts replace each {@code %s} of the message, in their order. */
    public static Failure of(FailureCode code, String message, Object... values) {
        return at(Subject.Argument.REQUEST, code, message, values);
    }

    /** A failure of one part of the request; {@code values} and facts replace each {@code %s} of the message, in their order. */
    public static Failure at(Subject subject, FailureCode code, String message, Object... values) {
        String text = values.length == 0 ? message : message.formatted(Array.of(values).map(Fact::text).toJavaArray());
        Failure failure = of(Array.of(new Problem(subject, code, text)));
        return Array.of(values)
                .flatMap(value -> Option.when(value instanceof Fact, () -> (Fact) value))
                .foldLeft(failure, (all, fact) -> all.fact(fact.name(), fact.value()));
    }

    /** A failure of a part that only an adapter's interface has. */
    public static Failure at(String name, FailureCode code, String message, Object... values) {
        return at(new Subject.Named(name), code, message, values);
    }

    /**
     * All of these problems at once.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Failure of(Array<Problem> problems) {
        return new Failure(problems, LinkedHashMap.empty(), Option.none(), Option.none());
    }

    /**
     * All of these failures at once, the most severe first. Different values of one fact are separated by commas; the remedy is the first
     * of the most severe.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Failure all(Seq<Failure> failures) {
        Array<Failure> sorted = Array.ofAll(failures).sortBy(failure -> failure.code().precedence());
        int gravest = failures.isEmpty() ? 0 : sorted.head().code().precedence();
        Option<Remedy> remedy = sorted.filter(failure -> failure.code().precedence() == gravest).flatMap(Failure::remedy).headOption();
        return new Failure(
                sorted.flatMap(Failure::problems).distinct(),
                sorted.flatMap(Failure::facts)
                        .distinct()
                        .foldLeft(LinkedHashMap.empty(), (facts, fact) -> facts.put(fact._1, fact._2, (one, other) -> one + ", " + other)),
                remedy,
                sorted.flatMap(Failure::retryAfter).headOption());
    }

    /** The code of the most severe problem, which decides the failure's. */
    public FailureCode code() {
        return gravest().code();
    }

    /** The message of the most severe problem. */
    public String message() {
        return gravest().message();
    }

    private Problem gravest() {
        return problems.reduce((one, other) -> other.code().precedence() < one.code().precedence() ? other : one);
    }

    /** The same failure, of {@code subject} if it is of the request as a whole. */
    public Failure about(Subject subject) {
        return problems.forAll(problem -> problem.subject() == Subject.Argument.REQUEST)
                ? with(problems.map(problem -> new Problem(subject, problem.code(), problem.message())))
                : this;
    }

    public Failure with(Array<Problem> others) {
        return new Failure(others, facts, remedy, retryAfter);
    }

    public Failure fact(String name, Object value) {
        return new Failure(problems, facts.put(name, Fact.text(value)), remedy, retryAfter);
    }

    public Failure remedy(Remedy other) {
        return remedy(Option.some(other));
    }

    Failure remedy(Option<Remedy> other) {
        return new Failure(problems, facts, other, retryAfter);
    }

    /** The same failure, which may pass by itself: where it has no remedy, that is to repeat the request after these seconds. */
    public Failure retryAfter(long seconds) {
        return new Failure(problems, facts, remedy.orElse(Option.some(new Remedy.RepeatLater(seconds))), Option.some(seconds));
    }
}
