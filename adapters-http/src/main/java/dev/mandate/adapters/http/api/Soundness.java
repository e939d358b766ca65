package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.error.ErrorCode;
import dev.mandate.adapters.http.error.Failure;
import dev.mandate.adapters.http.error.Problem;
import dev.mandate.adapters.http.exchange.Query;
import dev.mandate.adapters.http.json.ObjectReader;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import io.vavr.collection.Set;

/**
 * Which rules hold of a request with which something is wrong already. What breaks a rule is told with all other rules that are broken. Where
 * something is malformed, or has a name that is none, rules are told of the fields that are sound, and nothing for the lack of others.
 * Where nobody knows by whose right it is to be done, or which of two is meant, nothing is said of rules. Mutable; serves one call by one
 * thread.
 */
final class Soundness {

    /** Of what says two things nobody knows which is meant. */
    private static final Set<ErrorCode> AMBIGUOUS = HashSet.of(ErrorCode.SPELLED_TWICE, ErrorCode.EXCLUDED_FIELD);

    /** What the query says of who acts, and of what goes with it. */
    private static final Set<String> MEANINGS = HashSet.of("admin", "revoke_limits", "keep_limits");

    /** What a parameter of the query would change, if it is one of those that is spelled wrongly. */
    private static final Set<ErrorCode> BY_QUERY =
            HashSet.of(ErrorCode.ADMIN_CONTROLS_SETTINGS, ErrorCode.SIGNER_HOLDS_LIMITS, ErrorCode.NOT_A_SIGNER);

    private final ObjectReader body;
    private final Query query;
    private Map<String, String> reasons = HashMap.empty();

    Soundness(ObjectReader body, Query query) {
        this.body = body;
        this.query = query;
    }

    /** What rules say of {@code field} hangs on what stands in {@code reason}, be {@code field} there or not. */
    void follows(String field, String reason) {
        reasons = reasons.put(field, reason);
    }

    /** Whether rules can be asked at all, where this is wrong. */
    boolean isClear(Array<Problem> wrong) {
        Failure told = Failure.of(wrong);
        return Building.isVerdict(told)
                || (told.code().status() == 400
                        && !wrong.exists(problem ->
                                AMBIGUOUS.contains(problem.code()) || MEANINGS.contains(problem.field())));
    }

    /** Whether what a rule says holds, where this is wrong. */
    boolean holds(Problem said, Array<Problem> wrong) {
        boolean isOpen = reasons.get(said.field()).exists(reason -> wrong.exists(one -> one.isWithin(reason)));
        return !isOpen && (Building.isVerdict(Failure.of(wrong)) || isSound(said));
    }

    /** Of a field that the body has, or of what the path and the query say, if nothing that they say is unknown. */
    private boolean isSound(Problem problem) {
        if (!query.problems().isEmpty() && BY_QUERY.contains(problem.code())) {
            return false;
        }
        return problem.field().isEmpty()
                ? Wording.isOfTheStateOfThings(problem)
                : MEANINGS.contains(problem.field())
                        || isThere(problem.field())
                        || reasons.get(problem.field()).exists(this::isThere);
    }

    private boolean isThere(String field) {
        return body.presence(field.split("[.\\[]", 2)[0]) == ObjectReader.Presence.VALUE;
    }
}
