package dev.mandate.adapters.http.codec;

import dev.mandate.adapters.http.json.Json;
import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.exposure.Exposure;
import dev.mandate.domain.exposure.ExposureStep;
import dev.mandate.domain.exposure.Exposures;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.transaction.TransactionContent;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes what keys could take from an account. */
public final class ExposureObjects {

    private ExposureObjects() {}

    /** What {@code keys} could take until {@code until}. */
    public static ObjectNode exposure(Exposures of, Seq<Address> keys, UnixTime until, Exposure found) {
        ObjectNode object = head(of).put("until", until.toString());
        WireObjects.addresses(object, "keys", keys);
        object.put("control_at", found.control().map(UnixTime::toString).getOrNull());
        object.set("money", Json.array(found.atMost().toArray().sortBy(token -> token._1.mintAddress()).map(token -> Json.object()
                .put("token_address", token._1.mintAddress().toString())
                .put("amount", token._2.toString())
                .put("extent", "at_most"))));
        object.set("executable_transactions", Json.texts(found.completable().map(String::valueOf)));
        object.set("steps", Json.array(found.steps().map(step -> step(of, step))));
        return object.put("steps_left_out", found.stepsLeftOut());
    }

    /** The smallest sets of keys that can take everything. */
    public static ObjectNode drainingSets(Exposures of, Seq<Exposures.DrainingSet> sets) {
        return head(of).set("draining_sets", Json.array(sets.toArray().map(set -> set(of, set))));
    }

    /** What a change makes possible and impossible. */
    public static ObjectNode difference(Exposures before, Exposures.Difference difference) {
        return Json.object()
                .set("before", sets(before, difference.before()))
                .set("after", sets(before, difference.after()))
                .set("becomes_possible", sets(before, difference.possible()))
                .set("becomes_impossible", sets(before, difference.impossible()));
    }

    private static JsonNode sets(Exposures of, Array<Exposures.DrainingSet> sets) {
        return Json.array(sets.map(set -> set(of, set)));
    }

    private static ObjectNode set(Exposures of, Exposures.DrainingSet set) {
        ObjectNode object = Json.object();
        WireObjects.addresses(object, "keys", set.keys());
        return object.put("at", set.at().toString()).put("wait_seconds", set.at().secondsSince(of.now()));
    }

    private static ObjectNode head(Exposures of) {
        ObjectNode object = Json.object()
                .put("smart_account_address", of.known().account().toString())
                .put("at", of.now().toString());
        object.set("balances", Json.array(of.balances().amounts().toArray().sortBy(token -> token._1.mintAddress()).map(token -> Json.object()
                .put("token_address", token._1.mintAddress().toString())
                .put("amount", token._2.toString()))));
        WireObjects.addresses(object, "engine_voters", of.engineKeys().toArray().sorted());
        return object;
    }

    private static ObjectNode step(Exposures of, ExposureStep step) {
        ObjectNode object = Json.object()
                .put("smart_account_address", step.account().toString())
                .put("at", step.at().toString());
        return switch (step.command()) {
            case Command.CreateTransaction(Address by, TransactionContent content) ->
                said(object, by, "create", Option.none(), "creates a transaction that takes everything");
            case Command.CreateProposal(Address by, long index, boolean draft) ->
                said(object, by, "propose", Option.some(index), "proposes transaction " + index);
            case Command.ActivateProposal(Address by, long index) ->
                said(object, by, "activate", Option.some(index), "opens transaction " + index + " for votes");
            case Command.CastVote(Address by, long index, var vote) ->
                said(object, by, "approve", Option.some(index), "approves transaction " + index);
            case Command.Execute(Address by, long index) -> said(object, by, "execute", Option.some(index), "executes transaction " + index);
            case Command.ChangeAsAdmin(Address by, SettingsAction action) ->
                said(object, by, "change_as_admin", Option.none(), "as the admin, " + change(of, action));
            case Command.HandOver(Address by, AdminControl next) ->
                said(object, by, "hand_over", Option.none(), "hands the admin's control to " + next.holder().map(Address::toString).getOrElse("nobody"));
            case Command.Spend(Address by, Address limit, Address destination, BaseUnits amount) ->
                said(object, by, "spend", Option.none(), "spends " + amount + " base units within limit " + limit)
                        .put("spending_limit_address", limit.toString())
                        .put("amount", amount.toString());
            case Command.CreateAccount create -> throw new IllegalStateException("no part of a search: " + create);
            case Command.Close close -> throw new IllegalStateException("no part of a search: " + close);
        };
    }

    private static String change(Exposures of, SettingsAction action) {
        return switch (action) {
            case SettingsAction.AddSigner(Signer signer) ->
                "adds " + (signer.address().equals(of.newKey()) ? "a new key" : signer.address()) + " as a signer with every permission";
            case SettingsAction.ChangeThreshold(Threshold threshold) -> "sets the threshold to " + threshold.value();
            case SettingsAction.SetTimeLock(TimeLock lock) -> "sets the time lock to " + lock.seconds() + " seconds";
            case SettingsAction.RemoveSigner(Address signer) -> "removes the signer " + signer;
            case SettingsAction.SetRentCollector collector -> "changes the rent collector";
            case SettingsAction.AddSpendingLimit add -> "adds limit " + add.limit();
            case SettingsAction.RemoveSpendingLimit remove -> "removes limit " + remove.limit();
        };
    }

    private static ObjectNode said(ObjectNode object, Address by, String action, Option<Long> index, String does) {
        object.put("by", by.toString()).put("action", action);
        index.forEach(number -> object.put("transaction_index", number));
        return object.put("sentence", by + " " + does + ".");
    }
}
