package dev.mandate.adapters.http.codec;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.explain.AddressNames;
import dev.mandate.domain.explain.DescribedInstruction;
import dev.mandate.domain.explain.ExplainedContent;
import dev.mandate.domain.explain.ExplainedContent.Body;
import dev.mandate.domain.explain.ExplainedInstruction;
import dev.mandate.domain.explain.Explanation;
import dev.mandate.domain.explain.ExplanationFlag;
import dev.mandate.domain.explain.FactSource;
import dev.mandate.domain.explain.Field;
import dev.mandate.domain.explain.FieldValue;
import dev.mandate.domain.explain.IntentWords;
import dev.mandate.domain.explain.MoneyAmount;
import dev.mandate.domain.explain.MoneyChange;
import dev.mandate.domain.explain.MoneyMove.Asset;
import dev.mandate.domain.explain.SettingsSentences;
import dev.mandate.domain.explain.SignatureNeeds;
import dev.mandate.domain.explain.SignatureNeeds.Validity;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.ports.api.refusal.RefusalText;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes explanations of transactions. */
public final class ExplanationObjects {

    private ExplanationObjects() {}

    /** The same with names in its sentences, beside the addresses. */
    public static ObjectNode explanation(Explanation explanation, AddressNames names) {
        ObjectNode object = explanation(explanation);
        NameObjects.name(object, names);
        return object;
    }

    /** Writes an explanation. Amounts and numbers are strings, bytes are base64. */
    public static ObjectNode explanation(Explanation explanation) {
        ObjectNode object = Json.object();
        object.set("summary", Json.texts(explanation.summary()));
        object.set("instructions", instructions(explanation.instructions()));
        explanation.stored().forEach(content -> object.set("stored", head(content)));
        object.set("money", Json.array(explanation.money().map(ExplanationObjects::change)));
        object.set("power", PowerObjects.changes(explanation.power()));
        explanation.signature().forEach(needs -> object.set("signature", signature(needs)));
        ObjectNode hashes = object.putObject("hashes");
        hashes.put("message", explanation.messageHash().map(ExplanationObjects::hex).getOrNull());
        intent(hashes, explanation.intentHash());
        object.set("flags", Json.array(explanation.flags().map(ExplanationObjects::flag)));
        return object;
    }

    /** Adds a hash of a meaning, and the words in which people compare it. */
    @CanIgnoreReturnValue
    static ObjectNode intent(ObjectNode object, Option<Bytes32> intent) {
        return object.put("intent", intent.map(ExplanationObjects::hex).getOrNull())
                .put("intent_words", intent.map(IntentWords::of).map(words -> words.mkString(" ")).getOrNull());
    }

    private static String hex(Bytes32 hash) {
        return Bytes.of(hash.toArray()).toHex();
    }

    private static ArrayNode instructions(Array<ExplainedInstruction> instructions) {
        return Json.array(instructions.map(ExplanationObjects::instruction));
    }

    private static ObjectNode instruction(ExplainedInstruction one) {
        ObjectNode object = decoded(one.decoded()).put("number", one.number());
        accounts(object, one.decoded() instanceof DescribedInstruction.Unknown unknown ? unknown.accounts() : one.instruction().accounts().toArray());
        object.put("data", one.instruction().data().toArray());
        one.content().forEach(content -> object.set("content", content(content)));
        return object;
    }

    private static ObjectNode decoded(DescribedInstruction decoded) {
        return switch (decoded) {
            case DescribedInstruction.Decoded known -> {
                ObjectNode object = Json.object()
                        .put("state", "decoded")
                        .put("program", known.program().toString())
                        .put("program_name", known.programName())
                        .put("instruction", known.instruction())
                        .put("sentence", known.sentence());
                object.set("notes", Json.texts(known.notes()));
                object.set("fields", fields(known.fields()));
                yield object;
            }
            case DescribedInstruction.Unknown unknown -> Json.object()
                    .put("state", "unknown")
                    .put("program", unknown.program().toString())
                    .put("reason", unknown.why())
                    .put("sentence", unknown.sentence());
        };
    }

    private static void accounts(ObjectNode object, Array<AccountMeta> accounts) {
        object.set("accounts", Json.array(accounts.map(meta -> Json.object()
                .put("address", meta.address().toString())
                .put("signer", meta.signer())
                .put("writable", meta.writable()))));
    }

    private static ObjectNode fields(Array<Field> fields) {
        ObjectNode object = Json.object();
        fields.forEach(field -> put(object, field.name(), field.value()));
        return object;
    }

    private static void put(ObjectNode object, String name, FieldValue value) {
        switch (value) {
            case FieldValue.Lamports(BaseUnits amount) ->
                object.set(name, WireObjects.amount(Json.object(), amount, Token.Sol.DECIMALS).put("unit", "lamports"));
            case FieldValue.TokenUnits(BaseUnits amount, Option<Address> mint, Option<Integer> decimals) -> {
                ObjectNode tokens = Json.object()
                        .put("amount", amount.toString())
                        .put("amount_decimal", decimals.map(places -> WireObjects.decimal(amount, places)).getOrNull())
                        .put("unit", "base_units");
                WireObjects.address(tokens, "token_address", mint);
                object.set(name, tokens);
            }
            case FieldValue.Count(BaseUnits number) -> object.put(name, number.toString());
            case FieldValue.Signed(long number) -> object.put(name, Long.toString(number));
            case FieldValue.Key(Address address) -> object.put(name, address.toString());
            case FieldValue.Text(String text) -> object.put(name, text);
            case FieldValue.Raw(Bytes bytes) -> object.put(name, bytes.toArray());
            case FieldValue.Flag(boolean set) -> object.put(name, set);
            case FieldValue.Absent absent -> object.putNull(name);
            case FieldValue.Group(Array<Field> group) -> object.set(name, fields(group));
            case FieldValue.Many(Array<FieldValue> values) -> {
                ArrayNode array = object.putArray(name);
                values.forEach(one -> {
                    ObjectNode holder = Json.object();
                    put(holder, name, one);
                    array.add(holder.get(name));
                });
            }
        }
    }

    private static ObjectNode content(ExplainedContent content) {
        ObjectNode object = head(content);
        if (content.body() instanceof Body.OfVault vault) {
            object.set("instructions", instructions(vault.instructions()));
        }
        return object;
    }

    /** Content without its own instructions; a batch has those of its parts. */
    private static ObjectNode head(ExplainedContent content) {
        ObjectNode object = Json.object()
                .put("smart_account_address", content.account().toString())
                .put("multisig_address", content.settings().toString())
                .put("transaction_index", content.index().getOrNull())
                .put("transaction_address", content.transaction().toString())
                .put("digest", content.digest().map(ExplanationObjects::hex).getOrNull())
                .put("runs", RefusalText.word(content.execution()));
        object.set("source", source(content.source()));
        switch (content.body()) {
            case Body.Unread(String why) -> object.put("kind", "unknown").put("reason", why);
            case Body.OfSettings(Array<SettingsAction> actions) -> {
                object.put("kind", "settings").set("sentences", Json.texts(actions.map(SettingsSentences::of)));
                object.set("actions", TransactionObjects.actions(actions));
            }
            case Body.OfBatch batch -> {
                object.put("kind", "batch")
                        .put("vault_index", batch.vaultIndex())
                        .put("vault_address", batch.vault().toString())
                        .put("size", batch.size());
                object.set("parts", Json.array(batch.parts().map(part -> content(part.content()).put("number", part.number()))));
            }
            case Body.OfVault(int index, Address vault, var instructions) ->
                object.put("kind", "instructions").put("vault_index", index).put("vault_address", vault.toString());
        }
        return object;
    }

    static ObjectNode source(FactSource source) {
        return switch (source) {
            case FactSource.GivenBytes bytes -> Json.object().put("kind", "bytes");
            case FactSource.OnChain(long slot, int nodes) -> Json.object().put("kind", "chain").put("slot", slot).put("nodes", nodes);
        };
    }

    private static ObjectNode change(MoneyChange change) {
        ObjectNode object = Json.object()
                .put("account", change.account().toString())
                .put("direction", RefusalText.word(change.direction()))
                .put("occasion", RefusalText.word(change.occasion()));
        switch (change.asset()) {
            case Asset.Sol sol -> object.put("asset", "sol").put("token_address", Address.ZERO.toString());
            case Asset.Tokens(Option<Address> mint) -> WireObjects.address(object.put("asset", "tokens"), "token_address", mint);
            case Asset.Anything anything -> object.put("asset", "anything").putNull("token_address");
        }
        return switch (change.amount()) {
            case MoneyAmount.Exact(BaseUnits amount) -> object.put("certainty", "exact").put("amount", amount.toString());
            case MoneyAmount.AtMost(BaseUnits amount) -> object.put("certainty", "at_most").put("amount", amount.toString());
            case MoneyAmount.Unknown unknown -> object.put("certainty", "unknown").putNull("amount");
        };
    }

    private static ObjectNode signature(SignatureNeeds needs) {
        ObjectNode object = Json.object();
        WireObjects.addresses(object, "signers", needs.signers());
        WireObjects.addresses(object, "missing", needs.missing());
        ObjectNode lifetime = object.putObject("lifetime");
        switch (needs.validity()) {
            case Validity.ByBlockhash(Blockhash blockhash, int blocks) ->
                lifetime.put("kind", "blockhash").put("blockhash", blockhash.toString()).put("blocks", blocks);
            case Validity.ByNonce(Address nonce, Option<Address> authority, Blockhash value) -> {
                lifetime.put("kind", "durable_nonce").put("nonce_account", nonce.toString());
                WireObjects.address(lifetime, "authority", authority);
                lifetime.put("value", value.toString());
            }
        }
        return object;
    }

    private static ObjectNode flag(ExplanationFlag flag) {
        ObjectNode object = Json.object()
                .put("code", RefusalText.word(flag.code()))
                .put("certainty", RefusalText.word(flag.certainty()))
                .put("instruction", flag.instruction().getOrNull());
        WireObjects.address(object, "address", flag.address());
        return object;
    }
}
