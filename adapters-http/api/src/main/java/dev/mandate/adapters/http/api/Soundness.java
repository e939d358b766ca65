package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.codec.BuilderFields;
import dev.mandate.adapters.http.exchange.Query;
import dev.mandate.adapters.http.json.ObjectReader;
import dev.mandate.ports.refusal.ErrorCode;
import dev.mandate.ports.refusal.Failure;
import dev.mandate.ports.refusal.Problem;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import java.util.Locale;

/**
 * Which rules hold of a request with which something is wrong already. What breaks a rule is told with all other rules that are broken.
 * Where something is malformed, or has a name that is none, rules are told of the fields that are sound, and nothing for the lack of
 * others. Where nobody knows which of two is meant nothing is said of rules, and where nobody knows by whose right it is to be done
 * nothing that hangs on that. Mutable; serves one call by one thread.
 */
final class Soundness {

    /** Of what says two things nobody knows which is meant. */
    private static final Set<ErrorCode> AMBIGUOUS = HashSet.of(ErrorCode.SPELLED_TWICE, ErrorCode.EXCLUDED_FIELD);

    /** What hangs on by whose right something is done, and on what becomes of limits. */
    private static final Set<ErrorCode> OF_RIGHTS = HashSet.of(
            ErrorCode.ADMIN_CANNOT_SIGN,
            ErrorCode.ADMIN_CONTROLS_SETTINGS,
            ErrorCode.NO_ADMIN,
            ErrorCode.NOT_A_SIGNER,
            ErrorCode.NOT_THE_ADMIN,
            ErrorCode.SIGNER_HOLDS_LIMITS,
            ErrorCode.SIGNERS_INSUFFICIENT);

    /** What is so of a change as a whole, whatever else goes with it. */
    private static final Set<ErrorCode> OF_THE_WHOLE = HashSet.of(
            ErrorCode.DOES_NOT_FIT,
            ErrorCode.MUST_BE_TWO_CHANGES,
            ErrorCode.NO_RENT_COLLECTOR,
            ErrorCode.NOTHING_TO_CHANGE,
            ErrorCode.TOO_MANY_ACCOUNTS);

    /** What is told of by the names of parameters. */
    private static final Set<String> PARAMETERS =
            HashSet.of(Building.Choice.values()).flatMap(Building.Choice::parameters);

    /** What goes with a change and is no part of it. */
    private static final Array<String> BESIDE = BuilderFields.BESIDE_A_CHANGE.appendAll(Reading.IDEMPOTENCY_HEADERS);

    private final ObjectReader body;
    private final Query query;
    private Map<String, String> reasons = HashMap.empty();
    private Array<String> choices = Array.empty();

    Soundness(ObjectReader body, Query query) {
        this.body = body;
        this.query = query;
    }

    /** What rules say of {@code field} hangs on what stands in {@code reason}, be {@code field} there or not. */
    void follows(String field, String reason) {
        reasons = reasons.put(field, reason);
    }

    /** The query says by these by whose right something is done, and what becomes of limits. */
    void hangsOn(Array<String> parameters) {
        choices = parameters;
    }

    /** Whether rules can be asked at all, where this is wrong. */
    boolean isClear(Array<Problem> wrong) {
        Failure told = Failure.of(wrong);
        return (Verdicts.isVerdict(told) || told.code().status() == 400)
                && !wrong.exists(problem -> AMBIGUOUS.contains(problem.code()));
    }

    /** Whether it could be read by whose right it is to be done. */
    boolean knowsTheRight(Array<Problem> wrong) {
        return !wrong.exists(problem -> choices.contains(problem.field()));
    }

    /** Whether what a rule says holds, where this is wrong. */
    boolean holds(Problem said, Array<Problem> wrong) {
        boolean isOpen = reasons.get(said.field()).exists(reason -> wrong.exists(one -> one.isWithin(reason)))
                || (OF_RIGHTS.contains(said.code()) && !(knowsTheRight(wrong) && !wrong.exists(this::mayMeanARight)));
        return !isOpen
                && (said.field().isEmpty()
                        ? isOfTheWhole(said, wrong)
                        : Verdicts.isVerdict(Failure.of(wrong)) || isSound(said));
    }

    /** Whether a parameter that this call does not know may be one that it knows, spelled wrongly. */
    private boolean mayMeanARight(Problem problem) {
        String name = problem.field().toLowerCase(Locale.ROOT);
        return problem.code() == ErrorCode.BAD_QUERY
                && choices.exists(choice -> Array.of(choice.split("_", -1)).exists(name::contains));
    }

    /** How things are is so whatever is wrong; what a change is as a whole, if nothing is wrong with what makes it. */
    private boolean isOfTheWhole(Problem said, Array<Problem> wrong) {
        return Wording.isOfTheStateOfThings(said)
                || (OF_THE_WHOLE.contains(said.code()) && wrong.forAll(this::isBeside));
    }

    /** Of a field that the body has, or of a parameter. */
    private boolean isSound(Problem said) {
        return PARAMETERS.contains(said.field())
                || isThere(said.field())
                || reasons.get(said.field()).exists(this::isThere);
    }

    private boolean isBeside(Problem problem) {
        return BESIDE.exists(problem::isWithin)
                || (query.problems().contains(problem) && !choices.contains(problem.field()) && !mayMeanARight(problem));
    }

    private boolean isThere(String field) {
        return body.presence(field.split("[.\\[]", 2)[0]) == ObjectReader.Presence.VALUE;
    }
}
