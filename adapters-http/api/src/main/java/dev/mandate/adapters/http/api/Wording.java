package dev.mandate.adapters.http.api;

import dev.mandate.ports.refusal.ErrorCode;
import dev.mandate.ports.refusal.Failure;
import dev.mandate.ports.refusal.Problem;
import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import io.vavr.collection.Set;

/** What one call's client calls things: rules, engine and tenant service speak of fields by one name each. Mutable; serves one call by one thread. */
final class Wording {

    /** What is so of an entry of a list, whatever the others are. */
    private static final Set<ErrorCode> OF_AN_ENTRY = HashSet.of(
            ErrorCode.ACCOUNT_AS_OWN_SIGNER,
            ErrorCode.ALREADY_A_SIGNER,
            ErrorCode.DUPLICATE_SIGNER,
            ErrorCode.FEE_PAYER_PROTECTED,
            ErrorCode.NOT_A_SIGNER,
            ErrorCode.NOT_THE_ADMIN,
            ErrorCode.PERMISSION_MISSING);

    /** Where the client names what is told of no field. */
    private Map<ErrorCode, String> places = HashMap.empty();

    /** What the client calls what goes by another name elsewhere. */
    private Map<String, String> spellings = HashMap.empty();

    /** What is refused with {@code code} is told of {@code field}, where it would be told of none. */
    void blames(String field, ErrorCode code) {
        places = places.put(code, field);
    }

    /** The client calls {@code theirs} what refusals call {@code ours}. */
    void spells(String ours, String theirs) {
        spellings = spellings.put(ours, theirs);
    }

    /** The same of each of these. */
    void spells(Map<String, String> theirsByOurs) {
        spellings = theirsByOurs.merge(spellings);
    }

    /** {@code failure} in the client's words. */
    Failure of(Failure failure) {
        Failure placed = places.get(failure.code()).map(failure::about).getOrElse(failure);
        return placed.with(placed.problems().map(this::of));
    }

    private Problem of(Problem problem) {
        String field = problem.field().isEmpty() ? places.get(problem.code()).getOrElse("") : problem.field();
        return new Problem(spellings.get(field).getOrElse(field), problem.code(), problem.message());
    }

    /** Both, of {@code other} the state of things, and what speaks of fields about which nothing is said yet. */
    static Failure both(Failure one, Failure other) {
        return isOfTheRequest(other)
                ? other.only(problem -> isNews(problem, one)).map(one::and).getOrElse(one)
                : one;
    }

    /** Whether it is the request that is to blame, or the state of what it speaks of. */
    static boolean isOfTheRequest(Failure failure) {
        int status = failure.code().status();
        return status == 400 || status == 404 || status == 409 || status == 422;
    }

    /** Whether it is no field that is to blame, but how things are that the request speaks of. */
    static boolean isOfTheStateOfThings(Problem problem) {
        return problem.field().isEmpty() && (problem.code().status() == 404 || problem.code().status() == 409);
    }

    /** That an admin holds the settings is so whatever is wrong within what they should become. */
    private static boolean isNews(Problem problem, Failure told) {
        if (problem.code() == ErrorCode.ADMIN_CONTROLS_SETTINGS) {
            return !told.problems().contains(problem);
        }
        return problem.field().isEmpty()
                || OF_AN_ENTRY.contains(problem.code())
                || !told.problems().exists(known -> known.isWithin(problem.field()));
    }
}
