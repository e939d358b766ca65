package dev.mandate.ports.refusal;

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
 * @param remedy a sentence that says what would help, with the names of the engine's parameters
 * @param retryAfter seconds after which the same request may succeed
 */
public record Failure(Array<Problem> problems, Map<String, String> facts, Option<String> remedy, Option<Long> retryAfter) {

    /** An answer lists no more problems than these, so that it cannot be many times as long as its request. */
    public static final int MAX_PROBLEMS = 100;

    public Failure {
        if (problems.isEmpty()) {
            throw new IllegalArgumentException("a failure without a problem");
        }
    }

    /** A failure of the request as a whole; {@code values} and facts replace each {@code %s} of the message, in their order. */
    public static Failure of(ErrorCode code, String message, Object... values) {
        return at("", code, message, values);
    }

    /** A failure of one field; {@code values} and facts replace each {@code %s} of the message, in their order. */
    public static Failure at(String field, ErrorCode code, String message, Object... values) {
        String text = values.length == 0 ? message : message.formatted(Array.of(values).map(Fact::text).toJavaArray());
        Failure failure = of(Array.of(new Problem(field, code, text)));
        return Array.of(values)
                .flatMap(value -> Option.when(value instanceof Fact, () -> (Fact) value))
                .foldLeft(failure, (all, fact) -> all.fact(fact.name(), fact.value()));
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
     * All of these failures at once, the most severe first. Different values of one fact are separated by commas; the remedies are those of
     * the most severe.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Failure all(Seq<Failure> failures) {
        Array<Failure> sorted = Array.ofAll(failures).sortBy(failure -> failure.code().precedence());
        Array<String> remedies = sorted.filter(failure -> failure.code().precedence() == sorted.head().code().precedence())
                .flatMap(Failure::remedy)
                .distinct();
        return new Failure(
                sorted.flatMap(Failure::problems).distinct(),
                sorted.flatMap(Failure::facts)
                        .distinct()
                        .foldLeft(LinkedHashMap.empty(), (facts, fact) -> facts.put(fact._1, fact._2, (one, other) -> one + ", " + other)),
                Option.when(!remedies.isEmpty(), () -> remedies.mkString(" ")),
                sorted.flatMap(Failure::retryAfter).headOption());
    }

    /** The code of the most severe problem, which decides the status. */
    public ErrorCode code() {
        return gravest().code();
    }

    /** The message of the most severe problem. */
    public String message() {
        return gravest().message();
    }

    private Problem gravest() {
        return problems.reduce((one, other) -> other.code().precedence() < one.code().precedence() ? other : one);
    }

    /** The same failure, of {@code field} if it names none. */
    public Failure about(String field) {
        return problems.forAll(problem -> problem.field().isEmpty())
                ? with(problems.map(problem -> new Problem(field, problem.code(), problem.message())))
                : this;
    }

    public Failure with(Array<Problem> others) {
        return new Failure(others, facts, remedy, retryAfter);
    }

    public Failure fact(String name, Object value) {
        return new Failure(problems, facts.put(name, Fact.text(value)), remedy, retryAfter);
    }

    /** The same failure with this remedy; an empty text is none. */
    public Failure remedy(String text) {
        return new Failure(problems, facts, Option.when(!text.isEmpty(), text), retryAfter);
    }

    public Failure retryAfter(long seconds) {
        return new Failure(problems, facts, remedy, Option.some(seconds));
    }
}
