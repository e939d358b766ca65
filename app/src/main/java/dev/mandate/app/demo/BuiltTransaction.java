package dev.mandate.app.demo;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.solana.wire.WireTransaction;
import io.vavr.collection.Array;
import java.util.Base64;
import tools.jackson.databind.JsonNode;

/** A builder's answer: bytes to sign, signers, cost and effect. */
record BuiltTransaction(JsonNode body) {

    Bytes transaction() {
        return Bytes.of(Base64.getDecoder().decode(body.path("transaction").asString("")));
    }

    /** Returns the transactions in order if there are several; otherwise this one. */
    Array<BuiltTransaction> steps() {
        return body.has("transactions") ? Array.ofAll(body.path("transactions")).map(BuiltTransaction::new) : Array.of(this);
    }

    /** Returns its name among several. */
    String name() {
        return body.has("step") ? body.path("step").asString("").replace('_', ' ') + ", " : "";
    }

    Array<Address> signers() {
        return Array.ofAll(body.path("required_signers")).map(signer -> address(signer.asString("")));
    }

    /** Returns its index among the account's transactions. */
    long index() {
        return body.path("transaction_index").asLong(0);
    }

    /** Returns the spending limit that it creates. */
    Address limit() {
        return address(body.path("spending_limit_address").asString(""));
    }

    /** Returns its blockhash, which any signer can read in the bytes. */
    Blockhash blockhash() {
        return WireTransaction.parse(transaction()).get().message().lifetime();
    }

    String phase() {
        return switch (body.path("phase").asString("")) {
            case "complete" -> ", done once it lands";
            case "awaiting_votes" ->
                ", then %s of %s votes"
                        .formatted(body.path("approvals").asLong(0), body.path("threshold").asLong(0));
            case "awaiting_time_lock" ->
                ", then locked until " + body.path("executable_at").asString("");
            case String other -> ", then " + other;
        };
    }

    String cost(DemoNames names) {
        JsonNode fee = body.path("fee");
        String network = fee.path("amount_decimal").asString("") + " SOL network fee";
        JsonNode rent = fee.path("rent");
        if (rent.path("accounts").isEmpty()) {
            return network;
        }
        String all = network + ", " + rent.path("amount_decimal").asString("") + " SOL rent";
        return returning()
                .headOption()
                .map(first -> "%s, of which %s can come back to %s"
                        .formatted(
                                all,
                                DemoNames.sol(returned()),
                                names.of(address(first.path("returns_to").asString("")))))
                .getOrElse(all);
    }

    /** Returns the rent that can be returned later. */
    BaseUnits returned() {
        return returning()
                .map(account -> BaseUnits.parse(account.path("amount").asString("")).get())
                .fold(BaseUnits.ZERO, (sum, lamports) -> sum.plus(lamports).getOrElse(BaseUnits.MAX));
    }

    private Array<JsonNode> returning() {
        return Array.ofAll(body.path("fee").path("rent").path("accounts"))
                .filter(account -> account.path("returns_to").isString());
    }

    private static Address address(String text) {
        return Address.parse(text).get();
    }
}
