package dev.mandate.adapters.http.codec;

import dev.mandate.adapters.http.json.Json;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.transaction.Ballot;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.ports.api.custody.Recording;
import dev.mandate.ports.api.custody.SubmissionId;
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

    /**
     * Writes one transaction: state, votes and content, and how it was recorded.
     *
     * @param recording none if no node has its history
     */
    public static ObjectNode transaction(TransactionView view, Option<Recording> recording) {
        ObjectNode object = transaction(view);
        time(object, "proposed_at", recording.flatMap(Recording::at));
        WireObjects.address(object, "rent_payer", recording.map(Recording::rentPayer));
        object.put("memo", recording.flatMap(Recording::memo).getOrNull());
        object.put("origin", recording.map(made -> made.submission().isDefined() ? "here" : "elsewhere").getOrNull());
        return object.put(
                "submission_id", recording.flatMap(Recording::submission).map(SubmissionId::text).getOrNull());
    }

    /** Writes a transaction of a list: state, votes and content. */
    public static ObjectNode transaction(TransactionView view) {
        ManagedTransaction transaction = view.transaction();
        ObjectNode object = Json.object()
                .put("transaction_index", transaction.index())
                .put("status", status(transaction))
                .put("stale", view.stale());
        WireObjects.address(object, "proposer", view.proposer());
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
        ObjectNode shown = view.explanation().map(ExplanationObjects::explanation).getOrElse(Json::object);
        object.set("content", shown);
        switch (content.get()) {
            case TransactionContent.SettingsChange(Array<SettingsAction> actions) ->
                shown.put("kind", "settings").set("actions", actions(actions));
            case TransactionContent.Opaque opaque -> shown.put("kind", "opaque").put("reason", opaque.why());
            case TransactionContent.VaultInstructions instructions -> {
                shown.put("kind", "instructions").put("vault_index", instructions.vaultIndex());
                view.instructions().swap().forEach(why -> shown.put("unreadable", BuildFailures.of(why).message()));
            }
        }
    }

    /** Writes changes of settings. */
    static ArrayNode actions(Array<SettingsAction> actions) {
        return Json.array(actions.map(action -> {
            ObjectNode object = Json.object();
            action(object, action);
            return object;
        }));
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
