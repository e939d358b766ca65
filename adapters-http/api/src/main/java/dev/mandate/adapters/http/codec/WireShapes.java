package dev.mandate.adapters.http.codec;

import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.adapters.http.json.FieldPath;
import dev.mandate.adapters.http.json.JsonSchema;
import dev.mandate.adapters.http.json.ObjectReader;
import dev.mandate.adapters.http.json.Shape;
import dev.mandate.adapters.http.json.Shapes.Range;
import dev.mandate.adapters.http.json.Shapes;
import dev.mandate.domain.account.Memo;
import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.spending.PolicyPeriod;
import dev.mandate.ports.api.custody.TransactionVersion;
import dev.mandate.ports.api.refusal.ErrorCode;
import dev.mandate.ports.api.refusal.Problem;
import dev.mandate.ports.api.tenant.SignerRole;
import io.vavr.collection.Array;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.math.BigInteger;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** The shapes of the interface's objects in requests. */
public final class WireShapes {

    /** The last second of the year 9999, which every date has room for. */
    private static final long LATEST = 253_402_300_799L;

    private static final Map<String, Permission> PERMISSIONS = LinkedHashMap.of(
            "CAN_INITIATE", Permission.CAN_INITIATE,
            "CAN_VOTE", Permission.CAN_VOTE,
            "CAN_EXECUTE", Permission.CAN_EXECUTE);

    /** A signer's permissions; an empty list makes an observer. */
    static final Shape<Permissions> PERMISSION_LIST = Shapes.list(Shapes.word(PERMISSIONS).named("Permission"), PERMISSIONS.size())
            .described(list -> list.with("uniqueItems", true))
            .then((field, list) -> list.distinct().size() == list.size()
                    ? Either.right(Permissions.of(list.toJavaArray(Permission[]::new)))
                    : Either.left(new Problem(
                            field, ServerCode.NOT_AN_OPTION, field + " must name each permission at most once.")));

    public static final Shape<Array<ListedSigner>> SIGNERS = signers("ListedSigner", ListedSigner::read).named("SmartAccountSigners");

    private static final Shape<SignerRole> ROLE = Shapes.TEXT.then((field, word) -> SignerRole.parse(word)
                    .mapLeft(unfit -> new Problem(
                            field,
                            ServerCode.NOT_AN_OPTION,
                            field + " must be 1 to " + SignerRole.MAX_LENGTH + " letters, digits, _ or -, for example backup.")))
            .described(text -> text.with("maxLength", SignerRole.MAX_LENGTH).named("SignerRole"));

    /** A signer of an account's policies, and what the client calls it. */
    public record PolicySigner(ListedSigner signer, Option<SignerRole> role) {}

    /** Signers of an account's policies. The provider has no effect. */
    public static final Shape<Array<PolicySigner>> POLICY_SIGNERS = signers("PolicySigner", in -> {
        in.allow("provider");
        Option<SignerRole> role = in.optional("role", ROLE);
        return ListedSigner.read(in).map(signer -> new PolicySigner(signer, role));
    });

    public static final Shape<Threshold> THRESHOLD =
            Shapes.integer(new Range(0, 0xffff), new Range(1, 0xffff)).map(value -> new Threshold(value.intValue()))
                    .described(number -> number.with("format", "int32").named("Threshold"));

    public static final Shape<TimeLock> TIME_LOCK =
            Shapes.integer(new Range(0, 0xffff_ffffL), new Range(0, TimeLock.MAX_SECONDS)).map(TimeLock::new)
                    .named("TimeLock");

    public static final Shape<Memo> MEMO = Shapes.TEXT.then(WireShapes::memo)
            .described(text -> text.with("maxLength", Memo.MAX_BYTES).named("Memo"));

    /** The number 1. */
    public static final Shape<TransactionVersion> TRANSACTION_VERSION =
            Shapes.described(JsonSchema.of("integer").with("enum", Array.of(1)).named("TransactionVersion"), WireShapes::version);

    public static final Shape<Token> TOKEN = Shapes.ADDRESS.map(Token::ofMint).named("TokenAddress");

    public static final Shape<Array<Address>> TRANSACTION_SIGNERS = notEmpty(Shapes.list(Shapes.ADDRESS, RequestLimits.SIGNERS))
            .named("TransactionSigners");

    public static final Shape<Array<Address>> LIMIT_SIGNERS = notEmpty(Shapes.list(Shapes.ADDRESS, RequestLimits.LIMIT_SIGNERS))
            .named("LimitSigners");

    public static final Shape<Array<Address>> DESTINATIONS = Shapes.list(Shapes.ADDRESS, RequestLimits.DESTINATIONS)
            .named("Destinations");

    /** The periods of both policy and builder paths. */
    private static final Map<String, PolicyPeriod> COMMON = LinkedHashMap.of(
            "ONE_TIME", PolicyPeriod.ONE_TIME,
            "DAY", PolicyPeriod.DAY,
            "DAILY", PolicyPeriod.DAY,
            "WEEK", PolicyPeriod.WEEK,
            "WEEKLY", PolicyPeriod.WEEK,
            "MONTH", PolicyPeriod.MONTH,
            "MONTHLY", PolicyPeriod.MONTH);

    /** A period on builder paths. */
    public static final Shape<PolicyPeriod> PERIOD = Shapes.word(COMMON).named("Period");

    /** A period on policy paths. */
    public static final Shape<PolicyPeriod> POLICY_PERIOD = Shapes.word(COMMON.put("YEARLY", PolicyPeriod.YEAR))
            .named("PolicyPeriod");

    /** A Unix timestamp in seconds. */
    public static final Shape<UnixTime> UNIX_TIME =
            Shapes.integer(new Range(1, LATEST), new Range(1, LATEST)).map(UnixTime::new);

    /** An Ed25519 signature: base64 of 64 bytes. */
    public static final Shape<Signature> SIGNATURE = Shapes.BASE64.then(WireShapes::signature);

    /** An admin, or {@code ""} for none. */
    public static final Shape<Option<Address>> ADMIN = Shapes.described(
            JsonSchema.of("string").with("pattern", "^$|^[1-9A-HJ-NP-Za-km-z]{32,44}$").named("AdminAddress"), WireShapes::admin);

    private WireShapes() {}

    private static Either<Array<Problem>, TransactionVersion> version(FieldPath spot, JsonNode value) {
        return value.isNumber()
                ? value.isIntegralNumber() && value.bigIntegerValue().equals(BigInteger.ONE)
                        ? Either.right(TransactionVersion.V1)
                        : Either.left(Array.of(new Problem(
                                spot.path(),
                                ErrorCode.OUT_OF_RANGE,
                                spot + " must be 1, not " + value + ". Leave it out for a legacy or version 0 transaction.")))
                : Either.left(Array.of(new Problem(spot.path(), ServerCode.WRONG_TYPE, spot + " must be the number 1.")));
    }

    private static Either<Array<Problem>, Option<Address>> admin(FieldPath spot, JsonNode value) {
        return isEmptyText(value)
                ? Either.right(Option.none())
                : Shapes.ADDRESS
                        .then((name, address) -> address.equals(Address.ZERO)
                                ? Either.left(new Problem(
                                        name, ServerCode.NOT_AN_OPTION, "The zero address is nobody; send null for no admin."))
                                : Either.right(Option.some(address)))
                        .read(spot, value);
    }

    private static <T> Shape<Array<T>> signers(String component, Function<ObjectReader, Either<Array<Problem>, T>> entry) {
        return notEmpty(Shapes.list(Shapes.object(entry).named(component), RequestLimits.SIGNERS));
    }

    /** The rules refuse an empty list with their own message. */
    private static <T> Shape<T> notEmpty(Shape<T> list) {
        return list.described(schema -> schema.with("minItems", 1));
    }

    static Either<Problem, Memo> memo(String field, String text) {
        return Memo.parse(text).mapLeft(unfit -> switch (unfit) {
            case Memo.TooLong(int bytes, int limit) ->
                new Problem(field, ErrorCode.TOO_LONG, field + " must be at most " + limit + " bytes of UTF-8.");
            case Memo.HalfACharacter half ->
                new Problem(field, ServerCode.MALFORMED_JSON, field + " holds half of a surrogate pair, which is no text.");
            case Memo.ForbiddenCharacter(int codePoint) ->
                new Problem(
                        field,
                        ServerCode.FORBIDDEN_CHARACTER,
                        "%s must hold no control or bidirectional character, such as U+%04X.".formatted(field, codePoint));
        });
    }

    private static Either<Problem, Signature> signature(String field, Bytes bytes) {
        return bytes.length() == Signature.LENGTH
                ? Either.right(new Signature(bytes))
                : Either.left(new Problem(
                        field, ServerCode.BAD_SIGNATURE_TEXT, field + " must be base64 of 64 bytes."));
    }

    private static boolean isEmptyText(JsonNode value) {
        return value.isString() && value.stringValue().isEmpty();
    }
}
