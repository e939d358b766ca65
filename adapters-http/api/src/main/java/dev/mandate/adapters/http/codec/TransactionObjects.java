package dev.mandate.adapters.http.codec;

import dev.mandate.adapters.http.json.Json;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.transaction.Ballot;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.ports.api.custody.TransactionView;
import dev.mandate.ports.api.refusal.BuildFailures;
import dev.mandate.ports.api.refusal.RefusalText;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes transactions in answers. */
public final class TransactionObjects {

    private TransactionObjects() {}

    /** Writes one transaction: state, votes and content. */
    public static ObjectNode transaction(TransactionView view) {
        ManagedTransaction transaction = view.transaction();
        ObjectNode object = Json.object()
                .put("transaction_index", transaction.index())
                .put("status", status(transaction))
                .put("stale", view.stale());
        Ballot ballot = transaction.proposal().map(Proposal::ballot).getOrElse(Ballot.EMPTY);
        WireObjects.addresses(object, "approvals", ballot.approvals().toArray());
        WireObjects.addresses(object, "rejections", ballot.rejections().toArray());
        WireObjects.addresses(object, "cancellations", ballot.cancellations().toArray());
        WireObjects.addresses(object, "may_still_vote", view.mayStillVote());
        time(object, "since", transaction.proposal().map(Proposal::since));
        time(object, "executable_at", view.executableAt());
        content(object, view);
        object.set("warnings", Json.array(WireObjects.warnings(view.warnings())));
        return object;
    }

    /** Returns the interface's word for a transaction's state. */
    public static String status(ManagedTransaction transaction) {
        return transaction.isOrphaned()
                ? "orphaned"
                : transaction.proposal().map(RefusalText::status).getOrElse("draft");
    }

    private static void time(ObjectNode object, String name, Option<UnixTime> time) {
        if (time.isDefined()) {
            object.put(name, RefusalText.time(time.get()));
        } else {
            object.putNull(name);
        }
    }

    private static void content(ObjectNode object, TransactionView view) {
        Option<TransactionContent> content = view.transaction().content();
        if (content.isEmpty()) {
            object.putNull("content");
            return;
        }
        switch (content.get()) {
            case TransactionContent.SettingsChange(Array<SettingsAction> actions) -> {
                ArrayNode array = object.putObject("content").put("kind", "settings").putArray("actions");
                actions.forEach(action -> action(array.addObject(), action));
            }
            case TransactionContent.Opaque opaque ->
                object.putObject("content").put("kind", "opaque").put("reason", opaque.why());
            case TransactionContent.VaultInstructions instructions -> {
                ObjectNode shown = object.putObject("content")
                        .put("kind", "instructions")
                        .put("vault_index", instructions.vaultIndex());
                ArrayNode array = shown.putArray("instructions");
                view.instructions().forEach(all -> all.forEach(one -> instruction(array.addObject(), one)));
                view.instructions().swap().forEach(why -> shown.put("unreadable", BuildFailures.of(why).message()));
            }
        }
    }

    private static void instruction(ObjectNode object, Instruction instruction) {
        object.put("program", instruction.program().toString());
        ArrayNode accounts = object.putArray("accounts");
        for (AccountMeta meta : instruction.accounts()) {
            accounts.addObject()
                    .put("address", meta.address().toString())
                    .put("signer", meta.signer())
                    .put("writable", meta.writable());
        }
        object.put("data", instruction.data().toArray());
    }

    private static void action(ObjectNode object, SettingsAction action) {
        switch (action) {
            case SettingsAction.AddSigner(Signer signer) -> WireObjects.signer(object.put("type", "add_signer"), signer);
            case SettingsAction.RemoveSigner remove ->
                object.put("type", "remove_signer").put("address", remove.signer().toString());
            case SettingsAction.ChangeThreshold change ->
                object.put("type", "set_threshold").put("threshold", change.threshold().value());
            case SettingsAction.SetTimeLock set ->
                object.put("type", "set_time_lock").put("time_lock", set.timeLock().seconds());
            case SettingsAction.SetRentCollector set ->
                WireObjects.address(object.put("type", "set_rent_collector"), "rent_collector", set.collector());
            case SettingsAction.AddSpendingLimit add ->
                WireObjects.limitTerms(object.put("type", "add_spending_limit"), add.limit(), add.terms());
            case SettingsAction.RemoveSpendingLimit remove ->
                object.put("type", "remove_spending_limit")
                        .put("spending_limit_address", remove.limit().toString());
        }
    }
}
