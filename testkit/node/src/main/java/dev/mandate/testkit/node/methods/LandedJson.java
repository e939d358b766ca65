package dev.mandate.testkit.node.methods;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Base58;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.LandedTransaction;
import dev.mandate.ports.spi.chain.RanInstruction;
import dev.mandate.solana.wire.CompiledInstruction;
import dev.mandate.solana.wire.CompiledMessage;
import dev.mandate.solana.wire.MessageHeader;
import dev.mandate.solana.wire.TableLookup;
import dev.mandate.solana.wire.WireTransaction;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The answer of {@code getTransaction}. */
final class LandedJson {

    private static final int TABLE_META_LENGTH = 56;

    private final NodeView view;
    private final LandedTransaction landed;
    private final CompiledMessage message;
    private final Array<Address> writable;
    private final Array<Address> readonly;
    private final Array<Address> keys;

    LandedJson(NodeView view, LandedTransaction landed, CompiledMessage message) {
        this.view = view;
        this.landed = landed;
        this.message = message;
        this.writable = message.lookups().toArray().flatMap(lookup -> loaded(lookup, lookup.writableIndexes()));
        this.readonly = message.lookups().toArray().flatMap(lookup -> loaded(lookup, lookup.readonlyIndexes()));
        this.keys = message.staticKeys().toArray().appendAll(writable).appendAll(readonly);
    }

    private Array<Address> loaded(TableLookup lookup, Bytes indexes) {
        Bytes table = view.account(lookup.table()).get().data();
        return Array.range(0, indexes.length())
                .map(at -> Address.of(table, TABLE_META_LENGTH + 32 * Byte.toUnsignedInt(indexes.at(at))));
    }

    ObjectNode of(String encoding) {
        boolean parsed = encoding.equals("jsonParsed");
        ObjectNode json = Json.object().put("slot", landed.slot());
        json.set("blockTime", Json.time(landed.time()));
        json.set("transaction", switch (encoding) {
            case "base64" -> Json.array().add(Json.base64(wire())).add("base64");
            case "base58" -> Json.array().add(Base58.encode(wire().toArray())).add("base58");
            case "json", "jsonParsed" -> transaction(parsed);
            default -> throw NodeError.invalidParams("no encoding of this node: " + encoding);
        });
        json.set("meta", meta(parsed));
        return json;
    }

    private Bytes wire() {
        return message.requiredSigners()
                .zip(landed.signatures())
                .foldLeft(WireTransaction.unsigned(message), (signed, slot) -> signed.withSignature(slot._1, slot._2).get())
                .serialize();
    }

    private JsonNode transaction(boolean parsed) {
        ObjectNode json = Json.object();
        json.set("signatures", Json.texts(landed.signatures()));
        ObjectNode body = json.putObject("message");
        if (parsed) {
            ArrayNode accounts = body.putArray("accountKeys");
            keys.forEachWithIndex((key, index) -> accounts.add(parsedKey(key, index)));
        } else {
            body.set("accountKeys", Json.texts(message.staticKeys()));
            body.putObject("header")
                    .put("numRequiredSignatures", message.header().requiredSignatures())
                    .put("numReadonlySignedAccounts", message.header().readonlySigned())
                    .put("numReadonlyUnsignedAccounts", message.header().readonlyUnsigned());
        }
        ArrayNode instructions = body.putArray("instructions");
        message.instructions().forEach(instruction -> instructions.add(parsed ? decoded(instruction) : compiled(instruction)));
        if (!message.lookups().isEmpty()) {
            ArrayNode lookups = body.putArray("addressTableLookups");
            message.lookups().forEach(lookup -> {
                ObjectNode one = lookups.addObject().put("accountKey", lookup.table().toString());
                one.set("writableIndexes", indexes(lookup.writableIndexes()));
                one.set("readonlyIndexes", indexes(lookup.readonlyIndexes()));
            });
        }
        body.put("recentBlockhash", message.lifetime().toString());
        return json;
    }

    private JsonNode parsedKey(Address key, int index) {
        return Json.object()
                .put("pubkey", key.toString())
                .put("signer", index < message.header().requiredSignatures())
                .put("source", index < message.staticKeys().size() ? "transaction" : "lookupTable")
                .put("writable", isWritable(index));
    }

    private boolean isWritable(int index) {
        MessageHeader header = message.header();
        int statics = message.staticKeys().size();
        return index >= statics
                ? index < statics + writable.size()
                : index < header.requiredSignatures()
                        ? index < header.requiredSignatures() - header.readonlySigned()
                        : index < statics - header.readonlyUnsigned();
    }

    private JsonNode decoded(CompiledInstruction instruction) {
        return InstructionJson.parsed(new Instruction(
                        keys.get(instruction.programIndex()),
                        Array.range(0, instruction.accountIndexes().length()).map(at -> meta(instruction.accountIndex(at))),
                        instruction.data()))
                .putNull("stackHeight");
    }

    private AccountMeta meta(int index) {
        return new AccountMeta(keys.get(index), index < message.header().requiredSignatures(), isWritable(index));
    }

    private static JsonNode compiled(CompiledInstruction instruction) {
        ObjectNode json = Json.object()
                .put("programIdIndex", instruction.programIndex())
                .put("data", Base58.encode(instruction.data().toArray()))
                .putNull("stackHeight");
        json.set("accounts", indexes(instruction.accountIndexes()));
        return json;
    }

    private static JsonNode indexes(Bytes bytes) {
        ArrayNode all = Json.array();
        for (int at = 0; at < bytes.length(); at++) {
            all.add(Byte.toUnsignedInt(bytes.at(at)));
        }
        return all;
    }

    private JsonNode meta(boolean parsed) {
        ObjectNode meta = Json.object();
        JsonNode err = FailureJson.err(landed.failure());
        meta.set("err", err);
        meta.set("status", HistoryMethods.outcome(err));
        if (!parsed) {
            ObjectNode addresses = meta.putObject("loadedAddresses");
            addresses.set("writable", Json.texts(writable));
            addresses.set("readonly", Json.texts(readonly));
        }
        meta.set("innerInstructions", inner(parsed));
        balances(landed.before(), meta, "pre");
        balances(landed.after(), meta, "post");
        view.ledger().receipt(landed.signature()).forEach(receipt -> {
            meta.set("fee", Json.number(receipt.fee()));
            meta.put("computeUnitsConsumed", receipt.computeUnits());
            meta.set("logMessages", Json.texts(receipt.logs()));
        });
        meta.putArray("rewards");
        return meta;
    }

    private void balances(LandedTransaction.Balances held, ObjectNode meta, String moment) {
        ArrayNode lamports = meta.putArray(moment + "Balances");
        keys.forEach(key -> lamports.add(Json.number(held.lamports().get(key).getOrElse(BaseUnits.ZERO))));
        ArrayNode tokens = meta.putArray(moment + "TokenBalances");
        held.tokens().forEach(entry -> tokens.addObject()
                .put("accountIndex", keys.indexOf(entry._1))
                .put("mint", entry._2.mint().toString())
                .put("owner", entry._2.owner().toString())
                .put("programId", entry._2.tokenProgram().toString())
                .set("uiTokenAmount", TokenJson.amount(entry._2.amount(), entry._2.decimals())));
    }

    private JsonNode inner(boolean parsed) {
        ArrayNode groups = Json.array();
        landed.instructions()
                .filter(ran -> ran.position().inner().isDefined())
                .groupBy(ran -> ran.position().outer())
                .forEach(group -> {
                    ArrayNode calls = groups.addObject().put("index", group._1).putArray("instructions");
                    group._2.forEach(ran -> calls.add(parsed ? InstructionJson.parsed(ran.instruction()).put("stackHeight", 2) : compiled(ran)));
                });
        return groups;
    }

    private JsonNode compiled(RanInstruction ran) {
        ObjectNode json = Json.object()
                .put("programIdIndex", keys.indexOf(ran.instruction().program()))
                .put("data", Base58.encode(ran.instruction().data().toArray()))
                .put("stackHeight", 2);
        ArrayNode accounts = json.putArray("accounts");
        ran.instruction().accounts().forEach(account -> accounts.add(keys.indexOf(account.address())));
        return json;
    }
}
