package dev.mandate.adapters.http.codec;

import dev.mandate.adapters.http.json.Json;
import dev.mandate.domain.account.Settings;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.explain.AccountPower;
import dev.mandate.domain.explain.AccountPower.Movers;
import dev.mandate.domain.explain.FactSource;
import dev.mandate.domain.explain.PowerChange;
import dev.mandate.domain.explain.PowerChange.Holder;
import dev.mandate.domain.spending.LimitTerms;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.control.Option;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes who has power before and after. */
final class PowerObjects {

    private PowerObjects() {}

    static ArrayNode changes(Array<PowerChange> changes) {
        return Json.array(changes.map(PowerObjects::change));
    }

    private static ObjectNode change(PowerChange change) {
        return switch (change) {
            case PowerChange.OverSmartAccount(
                    Address account, SettingsAddress settings, AccountPower before, AccountPower after, FactSource source) -> Json.object()
                    .put("kind", "smart_account")
                    .put("smart_account_address", account.toString())
                    .put("multisig_address", settings.toString())
                    .set("source", ExplanationObjects.source(source))
                    .set("before", power(before))
                    .set("after", power(after));
            case PowerChange.OfRight(Address account, String right, Holder before, Holder after) -> Json.object()
                    .put("kind", "right")
                    .put("address", account.toString())
                    .put("right", right)
                    .set("before", holder(before))
                    .set("after", holder(after));
        };
    }

    private static ObjectNode holder(Holder holder) {
        return switch (holder) {
            case Holder.Known(Address address) -> Json.object().put("state", "known").put("holder", address.toString());
            case Holder.Nobody nobody -> Json.object().put("state", "nobody");
            case Holder.Unknown unknown -> Json.object().put("state", "unknown");
        };
    }

    private static ObjectNode power(AccountPower power) {
        return switch (power) {
            case AccountPower.NoAccount none -> Json.object().put("state", "no_account");
            case AccountPower.NotRead unread -> Json.object().put("state", "not_read");
            case AccountPower.Known(Settings settings, Option<Array<Movers>> movers, Map<Address, LimitTerms> limits) -> {
                ObjectNode object = Json.object()
                        .put("state", "known")
                        .put("threshold", settings.roster().threshold().value())
                        .put("time_lock", settings.timeLock().seconds());
                WireObjects.address(object, "admin_address", settings.admin().holder());
                object.set("signers", Json.array(settings.roster().signers().map(signer -> WireObjects.signer(Json.object(), signer))));
                object.set("alone", movers(movers.map(all -> all.filter(set -> set.keys().length() == 1))));
                object.set("together", movers(movers.map(all -> all.filter(set -> set.keys().length() > 1))));
                yield object.set("limits", Json.array(limits.toArray().sortBy(limit -> limit._1).map(limit -> limit(limit._1, limit._2))));
            }
        };
    }

    private static ArrayNode movers(Option<Array<Movers>> sets) {
        return sets.map(all -> Json.array(all.map(set -> {
                    ObjectNode object = Json.object();
                    WireObjects.addresses(object, "keys", set.keys());
                    return object.put("wait_seconds", set.waitSeconds());
                })))
                .getOrNull();
    }

    private static ObjectNode limit(Address address, LimitTerms terms) {
        ObjectNode object = Json.object();
        WireObjects.limitTerms(object, address, terms);
        return object;
    }
}
