package dev.mandate.app.demo;

import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.Base64;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** One request of the demo, in the service's format. Mutable until it is sent. */
final class DemoCall {

    private static final String BASE58 = "[1-9A-HJ-NP-Za-km-z]{32,44}";

    private final String method;
    private final String target;
    private final Option<ObjectNode> body;
    private Option<String> idempotencyKey = Option.none();

    private DemoCall(String method, String target, Option<ObjectNode> body) {
        this.method = method;
        this.target = target;
        this.body = body;
    }

    static DemoCall get(String target) {
        return new DemoCall("GET", target, Option.none());
    }

    static DemoCall post(String target) {
        return new DemoCall("POST", target, Option.some(JsonNodeFactory.instance.objectNode()));
    }

    static DemoCall patch(String target) {
        return new DemoCall("PATCH", target, Option.some(JsonNodeFactory.instance.objectNode()));
    }

    String method() {
        return method;
    }

    /** Returns path and query. */
    String target() {
        return target;
    }

    Option<ObjectNode> body() {
        return body;
    }

    Option<String> idempotencyKey() {
        return idempotencyKey;
    }

    /** A repetition with the same key has its effect only once. */
    DemoCall idempotencyKey(String key) {
        idempotencyKey = Option.some(key);
        return this;
    }

    /** The same request, whose answer may carry several transactions. */
    DemoCall several() {
        return new DemoCall(method, target + "?several=true", body);
    }

    /** Names those who may sign. */
    DemoCall by(Address... signers) {
        return addresses("transaction_signers", signers);
    }

    /** Adds a text, an address or an amount. An amount has 64 bits, so it is sent as a text. */
    DemoCall put(String field, Object value) {
        body.get().put(field, value.toString());
        return this;
    }

    DemoCall put(String field, long value) {
        body.get().put(field, value);
        return this;
    }

    DemoCall nothing(String field) {
        body.get().putNull(field);
        return this;
    }

    DemoCall addresses(String field, Address... addresses) {
        ArrayNode array = body.get().putArray(field);
        Array.of(addresses).map(Address::toString).forEach(address -> array.add(address));
        return this;
    }

    DemoCall transaction(Bytes transaction) {
        return put("transaction", Base64.getEncoder().encodeToString(transaction.toArray()));
    }

    /** Adds an object with one field. */
    DemoCall object(String field, String inner, String value) {
        body.get().putObject(field).put(inner, value);
        return this;
    }

    DemoCall signers(Array<Signer> signers) {
        ArrayNode array = body.get().putArray("smart_account_signers");
        signers.forEach(signer -> {
            ArrayNode permissions = array.addObject()
                    .put("address", signer.address().toString())
                    .putArray("permissions");
            signer.permissions().toArray().map(Permission::name).forEach(name -> permissions.add(name));
        });
        return this;
    }

    /** Adds a session's approval of a payload. */
    DemoCall approval(String signer, String signature) {
        body.get().putArray("kms_payloads").addObject().put("provider", "privy").put("address", signer).put("signature", signature);
        return this;
    }

    /** Returns method and path as in the documentation; an account's own paths are shortened. */
    String shown() {
        return method + " "
                + target.replaceAll("/api/v1/smart-accounts/" + BASE58, "…")
                        .replaceAll("/spending-limits/" + BASE58, "/spending-limits/{limit}")
                        .replaceAll("/submissions/[^/]+", "/submissions/{id}");
    }
}
