package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.adapters.http.exchange.Query;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.adapters.http.json.ObjectReader.Unknown;
import dev.mandate.adapters.http.json.ObjectReader;
import dev.mandate.adapters.http.json.Shapes;
import dev.mandate.domain.chain.Address;
import dev.mandate.ports.custody.IdempotencyKey;
import dev.mandate.ports.custody.Retry;
import dev.mandate.ports.refusal.ErrorCode;
import dev.mandate.ports.refusal.Failure;
import dev.mandate.ports.refusal.Problem;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.LinkedHashSet;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.math.BigInteger;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads a call: path, headers, query and body. A field that cannot be read reads as none, and its problem is kept. {@link #decide} runs
 * only if there are no problems; otherwise it lists all problems of shape, or, if there are none, all values out of range. Refusals name
 * fields as the client does. Mutable; serves one call by one thread.
 */
final class Reading {

    /** The chain counts transactions in 64 bits. */
    private static final BigInteger LAST_INDEX = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

    /** Spellings of one header. */
    private static final LinkedHashSet<String> IDEMPOTENCY_HEADERS = LinkedHashSet.of("x-idempotency-key", "idempotency-key");

    private final TenantCall at;
    private final Query query;
    private final Either<Failure, ObjectNode> json;
    private final ObjectReader body;

    /** Of path and headers. */
    private Array<Problem> problems;

    private Map<String, String> spellings = HashMap.empty();
    private Map<ErrorCode, String> places = HashMap.empty();
    private boolean dryRun;

    private Reading(TenantCall at, Either<Failure, ObjectNode> json, Unknown unknown) {
        this.at = at;
        this.query = at.call().query();
        this.json = json;
        this.body = ObjectReader.of(json.getOrElse(Json::object), unknown);
        this.problems = at.place().swap().getOrElse(Array::empty);
    }

    /** Of a call with a body. */
    static Reading of(TenantCall at, Unknown unknown) {
        return new Reading(at, at.call().body(), unknown);
    }

    /** Of a call that may have a body. */
    static Reading ofOptionalBody(TenantCall at, Unknown unknown) {
        return new Reading(at, at.call().optionalBody(), unknown);
    }

    /** Of a call without a body. */
    static Reading withoutBody(TenantCall at) {
        return new Reading(at, Either.right(Json.object()), Unknown.REFUSED);
    }

    ObjectReader body() {
        return body;
    }

    Query query() {
        return query;
    }

    /** The query of a builder. */
    Building.Mode mode(Building.Choice... choices) {
        places("transaction_signers", ErrorCode.NO_KEY_FOR);
        Building.Mode mode = Building.mode(query, choices);
        dryRun = mode.dryRun();
        return mode;
    }

    /** Whether only a verdict is asked for, on a call without a builder's other parameters. */
    boolean dryRun() {
        dryRun = query.flag("dry_run");
        return dryRun;
    }

    /** The account that the path names. */
    Option<Address> account() {
        places("address", ErrorCode.UNKNOWN_ACCOUNT);
        return address("address");
    }

    /** The account that the body names. */
    Option<Address> accountInBody() {
        places("smart_account_address", ErrorCode.UNKNOWN_ACCOUNT);
        return body.required("smart_account_address", Shapes.ADDRESS);
    }

    /** The account's spending limit that the path names. */
    Option<Address> limit() {
        places("limit", ErrorCode.UNKNOWN_LIMIT);
        return address("limit");
    }

    private Option<Address> address(String name) {
        return Address.parse(at.call().variable(name))
                .peekLeft(no -> reject(name, ErrorCode.BAD_ADDRESS, "The path must hold an address, base58 of 32 bytes."))
                .toOption();
    }

    /** The index of the account's transaction that the path names. */
    Option<Long> index() {
        places("index", ErrorCode.UNKNOWN_TRANSACTION);
        String text = at.call().variable("index");
        boolean isNumber = text.matches("-?(0|[1-9][0-9]{0,99})");
        Option<BigInteger> number = Option.when(isNumber, () -> new BigInteger(text))
                .filter(index -> index.signum() > 0 && index.compareTo(LAST_INDEX) <= 0);
        if (number.isEmpty()) {
            reject(
                    "index",
                    isNumber ? ErrorCode.OUT_OF_RANGE : ErrorCode.BAD_INDEX,
                    "An index is a whole number from 1 to " + LAST_INDEX + ".");
        }
        // No account has come as far as the last index that a long holds.
        return number.map(index -> index.min(BigInteger.valueOf(Long.MAX_VALUE)).longValueExact());
    }

    private void reject(String field, ErrorCode code, String message) {
        problems = problems.append(new Problem(field, code, message));
    }

    /** The idempotency key, if the client sends one. */
    Option<Retry> retry() {
        Array<Headers.Field> given = at.call().request().headers().anyOf(IDEMPOTENCY_HEADERS);
        if (given.isEmpty()) {
            return Option.some(new Retry.Unnamed());
        }
        renames("x-idempotency-key", given.head().name());
        Option<IdempotencyKey> key = Option.when(given.size() == 1, given.head().value()).flatMap(IdempotencyKey::parse);
        if (key.isEmpty()) {
            reject(
                    given.last().name(),
                    ErrorCode.BAD_HEADER,
                    "An idempotency key is one header of 1 to 128 printable ASCII characters without blanks.");
        }
        return key.filter(isKey -> at.place().isRight()).map(at::named);
    }

    /** A refusal with {@code code} that names no field names {@code field}. */
    void places(String field, ErrorCode code) {
        places = places.put(code, field);
    }

    /** A refusal that names the field {@code ours} names {@code theirs} instead, as the client spells it. */
    void renames(String ours, String theirs) {
        spellings = spellings.put(ours, theirs);
    }

    /** The same for each of these. */
    void renames(Map<String, String> theirsByOurs) {
        spellings = theirsByOurs.merge(spellings);
    }

    /** Runs {@code work} if everything could be read. A dry run answers with the verdict if the work is refused. */
    Either<Failure, Answer> decide(Supplier<Either<Failure, Answer>> work) {
        return unread().<Either<Failure, Answer>>map(Either::left)
                .getOrElse(() -> work.get().mapLeft(this::spelled))
                .<Either<Failure, Answer>>fold(this::verdict, Either::right)
                .map(answer -> answer.ignoring(body.ignored().appendAll(query.ignored())));
    }

    /** The stages before the decision: the body, the shape, the ranges. */
    private Option<Failure> unread() {
        if (json.isLeft() && json.getLeft().code() != ErrorCode.MALFORMED_JSON) {
            return Option.some(json.getLeft());
        }
        Array<Problem> inBody =
                json.fold(Failure::problems, object -> body.finish(() -> object).swap().getOrElse(Array::empty));
        Array<Problem> all = problems.appendAll(query.problems()).appendAll(inBody);
        Array<Problem> ofShape = all.filter(problem -> problem.code().status() == 400);
        return Option.when(!all.isEmpty(), () -> Failure.of(ofShape.isEmpty() ? all : ofShape));
    }

    private Failure spelled(Failure failure) {
        return failure.with(failure.problems().map(this::spelled));
    }

    private Problem spelled(Problem problem) {
        String field = problem.field().isEmpty() ? places.get(problem.code()).getOrElse("") : problem.field();
        return new Problem(spellings.get(field).getOrElse(field), problem.code(), problem.message());
    }

    /** A broken rule is an answer to a dry run, not an error. */
    private Either<Failure, Answer> verdict(Failure failure) {
        return dryRun && (Verdicts.isVerdict(failure) || Verdicts.isOfTheOperatorsMeans(failure))
                ? Either.right(Answer.ok(Verdicts.refused(failure)))
                : Either.left(failure);
    }
}
