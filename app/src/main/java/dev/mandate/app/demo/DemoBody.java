package dev.mandate.app.demo;

import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import io.vavr.collection.Array;
import java.util.Base64;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The body of a request, in the service's format. Mutable; for one request. */
final class DemoBody {

    private final ObjectNode object = JsonNodeFactory.instance.objectNode();

    private DemoBody() {}

    static DemoBody empty() {
        return new DemoBody();
    }

    /** Returns a body with the possible signers. */
    static DemoBody by(Address... signers) {
        return empty().addresses("transaction_signers", signers);
    }

    /** Returns a body with the fields of every builder under {@code /api/v0}: fee currency and possible signers. */
    static DemoBody builder(Address account, Address... signers) {
        DemoBody body = by(signers).address("smart_account_address", account);
        body.object.putObject("fee_config").put("currency", "sol");
        return body;
    }

    DemoBody put(String field, String value) {
        object.put(field, value);
        return this;
    }

    DemoBody put(String field, long value) {
        object.put(field, value);
        return this;
    }

    /** Adds an amount in base units. It has 64 bits, so it is sent as a text. */
    DemoBody amount(String field, BaseUnits amount) {
        return put(field, amount.toString());
    }

    DemoBody nothing(String field) {
        object.putNull(field);
        return this;
    }

    DemoBody address(String field, Address address) {
        return put(field, address.toString());
    }

    DemoBody addresses(String field, Address... addresses) {
        ArrayNode array = object.putArray(field);
        Array.of(addresses).map(Address::toString).forEach(address -> array.add(address));
        return this;
    }

    DemoBody transaction(Bytes transaction) {
        return put("transaction", Base64.getEncoder().encodeToString(transaction.toArray()));
    }

    DemoBody signers(Array<Signer> signers) {
        ArrayNode array = object.putArray("smart_account_signers");
        signers.forEach(signer -> {
            ArrayNode permissions = array.addObject()
                    .put("address", signer.address().toString())
                    .putArray("permissions");
            signer.permissions().toArray().map(Permission::name).forEach(name -> permissions.add(name));
        });
        return this;
    }

    /** Adds the key that a session's key is sealed to. */
    DemoBody encryptionKey(String key) {
        object.putObject("kms_provider_config").put("encryption_public_key", key);
        return this;
    }

    /** Adds a session's approval of a payload. */
    DemoBody approval(String signer, String signature) {
        object.putArray("kms_payloads").addObject().put("provider", "privy").put("address", signer).put("signature", signature);
        return this;
    }

    ObjectNode json() {
        return object;
    }
}
