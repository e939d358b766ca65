package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.error.ErrorCode;
import dev.mandate.adapters.http.error.Failure;
import dev.mandate.adapters.http.exchange.Body;
import dev.mandate.adapters.http.exchange.Call;
import dev.mandate.adapters.http.refusal.BuildFailures;
import dev.mandate.domain.access.Caller;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Network;
import dev.mandate.ports.custody.AccountView;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.Custody;
import dev.mandate.ports.desk.Desk;
import dev.mandate.ports.desk.Retry;
import dev.mandate.ports.journal.IdempotencyKey;
import io.vavr.collection.LinkedHashSet;
import io.vavr.collection.Vector;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import tools.jackson.databind.node.ObjectNode;

/**
 * A call of one tenant on one network.
 *
 * @param feePayer the operator's own on this network
 */
record DeskCall(Call call, Caller caller, Network network, Desk desk, Option<Address> feePayer) {

    private static final LinkedHashSet<String> IDEMPOTENCY_HEADERS = LinkedHashSet.of("x-idempotency-key", "idempotency-key");
    private static final long KEPT_SECONDS = 86_400;

    Custody custody() {
        return desk.custody();
    }

    /** The address that stands in the path under {@code name}; what is none can't be known. */
    Either<Failure, Address> address(String name) {
        return Address.parse(call.variable(name))
                .mapLeft(problem -> Failure.at(
                        name, ErrorCode.BAD_ADDRESS, "The path must hold an address, base58 of 32 bytes."));
    }

    /** The address of something of {@code account}'s that stands in the path under {@code name}. */
    Either<Failure, Address> addressOf(Address account, String name) {
        return address(name).mapLeft(wrong -> unlessUnknown(account, wrong));
    }

    /** The index of a transaction of {@code account}'s that stands in the path. */
    Either<Failure, Long> index(Address account) {
        String text = call.variable("index");
        return text.matches("[1-9][0-9]{0,17}")
                ? Either.right(Long.parseLong(text))
                : Either.left(unlessUnknown(
                        account, Failure.at("index", ErrorCode.OUT_OF_RANGE, "An index is a whole number from 1 on.")));
    }

    Either<Failure, AccountView> account(Address address) {
        return custody().account(address).mapLeft(BuildFailures::of);
    }

    /**
     * What is to be told of a request that is wrong in itself: that the account is unknown, if it is, and else {@code wrong}. What is
     * not there goes before what is malformed.
     */
    Failure unlessUnknown(Address account, Failure wrong) {
        return custody().account(account)
                .swap()
                .toOption()
                .filter(refusal -> refusal instanceof BuildRefusal.UnknownAccount)
                .map(BuildFailures::of)
                .getOrElse(wrong);
    }

    /** The body of a call on {@code account}. */
    Either<Failure, ObjectNode> body(Address account) {
        return call.body().mapLeft(wrong -> unlessUnknown(account, wrong));
    }

    /** The same where there may be none. */
    Either<Failure, ObjectNode> optionalBody(Address account) {
        return call.optionalBody().mapLeft(wrong -> unlessUnknown(account, wrong));
    }

    /** What the client says so that a repetition is known as one. */
    Either<Failure, Retry> retry() {
        Vector<String> given = call.request().headers().anyOf(IDEMPOTENCY_HEADERS);
        if (given.isEmpty()) {
            return Either.right(new Retry.Unnamed());
        }
        String key = given.head();
        boolean spelled = given.size() == 1 && !key.isEmpty() && key.length() <= 128 && key.chars().allMatch(c -> c > 32 && c < 127);
        return spelled
                ? Either.right(new Retry.Named(
                        new IdempotencyKey(scope(), key), digest(), call.at().plusSeconds(KEPT_SECONDS)))
                : Either.left(Failure.at(
                        IDEMPOTENCY_HEADERS.head(),
                        ErrorCode.BAD_HEADER,
                        "An idempotency key is one header of 1 to 128 printable ASCII characters without blanks."));
    }

    /** Per API key, method and path, so that the same key may serve different calls. */
    private String scope() {
        return caller.line() + ":" + hex(sha256(call.request().method() + " " + call.request().path()));
    }

    private Bytes32 digest() {
        byte[] body = call.request().body() instanceof Body.Complete complete
                ? complete.bytes().toArray()
                : new byte[0];
        MessageDigest digest = sha256();
        digest.update((network + "?" + call.request().query() + "\n").getBytes(StandardCharsets.UTF_8));
        digest.update(body);
        return Bytes32.of(digest.digest());
    }

    private static byte[] sha256(String text) {
        return sha256().digest(text.getBytes(StandardCharsets.UTF_8));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
