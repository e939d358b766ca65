package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.codec.BuilderFields;
import dev.mandate.adapters.http.error.FieldNames;
import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.adapters.http.error.Status;
import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.adapters.http.exchange.Query;
import dev.mandate.adapters.http.exchange.WireProfile;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.adapters.http.json.ObjectReader;
import dev.mandate.adapters.http.json.Shapes;
import dev.mandate.domain.chain.Address;
import dev.mandate.ports.api.custody.IdempotencyKey;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.refusal.ErrorCode;
import dev.mandate.ports.api.refusal.Failure;
import dev.mandate.ports.api.refusal.FailureCode;
import dev.mandate.ports.api.refusal.Problem;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.LinkedHashSet;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.math.BigInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads a call: path, headers, query and body. An unreadable field reads as none, and its problem is kept. {@link #decide} runs
 * only if there are no problems. Otherwise it lists all problems of shape or, if there are none, all values out of range.
 * Refusals use the client's field names. Mutable; for one call and one thread.
 */
public final class RequestReader {

    /** The chain counts transactions in 64 bits. */
    private static final BigInteger LAST_INDEX = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

    /** Equivalent header names. */
    private static final LinkedHashSet<String> IDEMPOTENCY_HEADERS = LinkedHashSet.of("x-idempotency-key", "idempotency-key");

    private final TenantCall at;
    private final Query query;
    private final Either<Failure, ObjectNode> json;
    private final ObjectReader body;

    /** Problems of path and headers. */
    private Array<Problem> problems;

    private Map<String, String> spellings = HashMap.empty();
    private Map<FailureCode, String> places = HashMap.empty();
    private boolean dryRun;

    private RequestReader(TenantCall at) {
        WireProfile profile = at.call().profile();
        this.at = at;
        this.query = at.call().query();
        this.json = at.call().body();
        this.body = ObjectReader.of(json.getOrElse(Json::object), profile.unknown(), profile.words());
        this.problems = at.place().swap().getOrElse(Array::empty);
    }

    /** Reads a call in the words of its wire profile. */
    public static RequestReader of(TenantCall at) {
        return new RequestReader(at);
    }

    ObjectReader body() {
        return body;
    }

    /** The query, to be read. */
    public Query query() {
        return query;
    }

    /** Reads {@code dry_run}: whether a refusal of the work is a verdict. */
    boolean dryRun() {
        dryRun = query.flag("dry_run");
        return dryRun;
    }

    /** Reads the account: in the path, or in the body if the path names none. */
    public Option<Address> account() {
        String field = isAccountInPath() ? "address" : "smart_account_address";
        places(field, ErrorCode.UNKNOWN_ACCOUNT);
        return isAccountInPath() ? address(field) : body.required(field, Shapes.ADDRESS);
    }

    private boolean isAccountInPath() {
        return at.call().path().containsKey("address");
    }

    /** Reads the fields that all builders share. Calls that name the account in the body must say who pays and signs. */
    BuilderFields builderFields() {
        return BuilderFields.read(body, isAccountInPath() ? BuilderFields.Required.NEITHER : BuilderFields.Required.BOTH);
    }

    /** Reads the spending limit in the path. */
    Option<Address> limit() {
        places("limit", ErrorCode.UNKNOWN_LIMIT);
        return address("limit");
    }

    private Option<Address> address(String name) {
        return Address.parse(at.call().variable(name))
                .peekLeft(no -> reject(name, ServerCode.BAD_ADDRESS, "The path must hold an address, base58 of 32 bytes."))
                .toOption();
    }

    /** Reads the transaction index in the path. */
    Option<Long> index() {
        places("index", ErrorCode.UNKNOWN_TRANSACTION);
        String text = at.call().variable("index");
        boolean isNumber = text.matches("-?(0|[1-9][0-9]{0,99})");
        Option<BigInteger> number = Option.when(isNumber, () -> new BigInteger(text))
                .filter(index -> index.signum() > 0 && index.compareTo(LAST_INDEX) <= 0);
        if (number.isEmpty()) {
            reject(
                    "index",
                    isNumber ? ErrorCode.OUT_OF_RANGE : ServerCode.BAD_INDEX,
                    "An index is a whole number from 1 to " + LAST_INDEX + ".");
        }
        // No account has reached the largest long, so a greater index means the same.
        return number.map(index -> index.min(BigInteger.valueOf(Long.MAX_VALUE)).longValueExact());
    }

    private void reject(String field, FailureCode code, String message) {
        problems = problems.append(new Problem(field, code, message));
    }

    /** Reads the idempotency key, if there is one. */
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
                    ServerCode.BAD_HEADER,
                    "An idempotency key is one header of 1 to 128 printable ASCII characters without blanks.");
        }
        return key.filter(isKey -> at.place().isRight()).map(at::named);
    }

    /** Makes refusals with {@code code} that name no field name {@code field}. */
    void places(String field, FailureCode code) {
        places = places.put(code, field);
    }

    /** Makes refusals that name the field {@code ours} name the client's field {@code theirs} instead. */
    void renames(String ours, String theirs) {
        spellings = spellings.put(ours, theirs);
    }

    /** Does the same for each entry. */
    void renames(Map<String, String> theirsByOurs) {
        spellings = theirsByOurs.merge(spellings);
    }

    /** Runs {@code work} if everything could be read. In a dry run a refusal of the work becomes a verdict. */
    public Either<Failure, Answer> decide(Supplier<Either<Failure, Answer>> work) {
        return decide(work, Either::left);
    }

    /** Does the same. {@code unread} answers what could not be read. */
    Either<Failure, Answer> decide(Supplier<Either<Failure, Answer>> work, Function<Failure, Either<Failure, Answer>> unread) {
        return unread().map(unread)
                .getOrElse(() -> work.get().mapLeft(this::spelled))
                .<Either<Failure, Answer>>fold(this::verdict, Either::right)
                .map(answer -> answer.ignoring(body.ignored().appendAll(query.ignored())));
    }

    /** Returns the failure of the stages before the decision: shape, ranges. */
    private Option<Failure> unread() {
        Array<Problem> inBody =
                json.fold(Failure::problems, object -> body.finish(() -> object).swap().getOrElse(Array::empty));
        Array<Problem> all = problems.appendAll(query.problems()).appendAll(inBody);
        Array<Problem> ofShape = all.filter(problem -> Status.of(problem.code()) == 400);
        return Option.when(!all.isEmpty(), () -> Failure.of(ofShape.isEmpty() ? all : ofShape));
    }

    private Failure spelled(Failure failure) {
        return failure.with(failure.problems().map(this::spelled));
    }

    private Problem spelled(Problem problem) {
        String named = FieldNames.of(problem);
        String field = named.isEmpty() ? places.get(problem.code()).getOrElse("") : named;
        return new Problem(body.spelled(spellings.get(field).getOrElse(field)), problem.code(), problem.message());
    }

    /** In a dry run a broken rule is an answer, not an error. */
    private Either<Failure, Answer> verdict(Failure failure) {
        return dryRun && (Verdicts.isVerdict(failure) || Verdicts.isOfTheOperatorsMeans(failure))
                ? Either.right(Answer.ok(Verdicts.refused(failure)))
                : Either.left(failure);
    }
}
