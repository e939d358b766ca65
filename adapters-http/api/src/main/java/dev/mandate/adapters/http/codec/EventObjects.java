package dev.mandate.adapters.http.codec;

import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.api.transfer.Transfer;
import dev.mandate.ports.api.custody.SubmissionId;
import dev.mandate.domain.account.Settings;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.domain.access.OperatorName;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.chain.ChainClock;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.enginelimit.ClockReading;
import dev.mandate.domain.enginelimit.EngineLimit;
import dev.mandate.domain.filter.AccountFilters;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.spending.Window;
import dev.mandate.ports.api.access.ApiKey;
import dev.mandate.ports.api.custody.LimitView;
import dev.mandate.ports.api.events.CustodyEvent;
import dev.mandate.ports.api.events.EventData;
import dev.mandate.ports.api.refusal.RefusalText;
import dev.mandate.ports.api.tenant.Creation;
import io.vavr.control.Option;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/** Writes events. {@code data} is what a GET of the same object answers, as of then. */
public final class EventObjects {

    private EventObjects() {}

    /**
     * Writes an event.
     *
     * @param programErrorNames the account program's name of an error, by its number; for each network
     */
    public static ObjectNode event(CustodyEvent event, Function<Option<Network>, Function<Long, Option<String>>> programErrorNames) {
        return Json.object()
                .put("id", event.id().text())
                .put("type", event.type().word())
                .put("position", event.position())
                .put("account_position", event.accountPosition().getOrNull())
                .put("time", RefusalText.time(event.at()))
                .put("network", event.network().map(Network::name).getOrNull())
                .put("smart_account_address", event.account().map(Object::toString).getOrNull())
                .put("origin", RefusalText.word(event.origin()))
                .set("data", data(event, programErrorNames.apply(event.network())));
    }

    private static ObjectNode data(CustodyEvent event, Function<Long, Option<String>> programErrorName) {
        return switch (event.data()) {
            case EventData.AccountAdded(var account) -> {
                ObjectNode data = Json.object().putNull("before");
                yield data.set("after", AccountListings.of(account, Creation.Status.CREATED));
            }
            case EventData.SettingsChanged(AccountRef account, Settings before, Settings after) -> {
                ObjectNode data = Json.object();
                data.set("before", settings(account, before));
                yield data.set("after", settings(account, after));
            }
            case EventData.TransactionChanged changed -> transaction(changed);
            case EventData.ChainLimitChanged changed -> limit(changed, event.at());
            case EventData.Transferred(var type, Transfer transfer) -> TransferObjects.entry(transfer);
            case EventData.SubmissionChanged(var type, var submission) -> SubmissionObjects.submission(submission, programErrorName);
            case EventData.LimitChanged(var type, var limit) -> WireObjects.limit(view(limit, event.at()));
            case EventData.FiltersChanged(long version, AccountFilters filters) -> FilterObjects.all(version, filters);
            case EventData.NonceAllowed(var nonce) -> FilterObjects.nonce(nonce);
            case EventData.NonceRemoved(var nonceAccount) -> Json.object().put("nonce_account", nonceAccount.toString());
            case EventData.AuthorityChanged authority -> Json.object()
                    .put("service_user_id", authority.user().text())
                    .put("grid_user_id", authority.user().text())
                    .put("smart_account_address", authority.account().map(Object::toString).getOrNull())
                    .put("expires_at", time(authority.sessionEndsAt()));
            case EventData.FreezeChanged(var type, var account, var by, var why) -> Json.object()
                    .put("smart_account_address", account.toString())
                    .put("by", by.text())
                    .put("why", why.getOrNull());
            case EventData.StandingChanged(var type, var tenant, var by) ->
                Json.object().put("name", tenant.name()).put("by", by.text());
            case EventData.ApiKeyChanged(var type, ApiKey key, var by) -> Json.object()
                    .put("by", by.map(OperatorName::text).getOrNull())
                    .put("api_key_id", key.id().text())
                    .put("name", key.name())
                    .put("created_at", RefusalText.time(key.createdAt()))
                    .put("ends_at", time(key.endsAt()))
                    .put("revoked_at", time(key.revokedAt()))
                    .set("scopes", Json.texts(key.scopes().toArray().sorted().map(Scope::word)));
        };
    }

    private static ObjectNode settings(AccountRef account, Settings settings) {
        ObjectNode object = Json.object()
                .put("smart_account_address", account.address().toString())
                .put("multisig_address", account.settings().toString());
        WireObjects.settings(
                object,
                settings.roster().signers(),
                settings.roster().threshold(),
                settings.timeLock(),
                settings.admin(),
                signer -> Option.none());
        WireObjects.address(object, "config_authority", settings.admin().holder());
        WireObjects.address(object, "rent_collector", settings.rentCollector());
        return object.put("transaction_index", settings.transactionIndex()).put("stale_transaction_index", settings.staleTransactionIndex());
    }

    private static ObjectNode transaction(EventData.TransactionChanged changed) {
        ObjectNode object = changed.transaction()
                .map(TransactionObjects::transaction)
                .getOrElse(() -> Json.object().put("transaction_index", changed.index()));
        if (object.get("content") instanceof ObjectNode content) {
            ExplanationObjects.intent(content.putObject("hashes").putNull("message"), changed.intent());
        }
        WireObjects.address(object, "by", changed.by());
        return object.put("transaction_signature", changed.signature().map(Object::toString).getOrNull())
                .put("submission_id", changed.submission().map(SubmissionId::text).getOrNull());
    }

    private static ObjectNode limit(EventData.ChainLimitChanged changed, UnixTime at) {
        ObjectNode object = changed.after()
                .map(limit -> WireObjects.limit(new LimitView(
                        changed.limit(), limit.terms(), limit.windowAt(at), Option.none(), Option.none(), Option.none())))
                .getOrElse(() -> Json.object().put("spending_limit_address", changed.limit().toString()));
        WireObjects.address(object, "by", changed.by());
        WireObjects.address(object, "destination", changed.destination());
        WireObjects.address(object, "replaced_by", changed.replacement());
        return object.put("used_base_units", changed.amount().map(Object::toString).getOrNull())
                .put("transaction_signature", changed.signature().map(Object::toString).getOrNull());
    }

    private static String time(Option<UnixTime> time) {
        return time.map(RefusalText::time).getOrNull();
    }

    /** The limit as the engine's record shows it. What the chain's account has is not recorded. */
    private static LimitView view(EngineLimit limit, UnixTime at) {
        ClockReading clock = new ClockReading(ChainClock.of(at), at);
        Window window = limit.windowAt(clock);
        return new LimitView(
                limit.subject().limit(),
                limit.terms().onChain(limit.subject().policyKey(), at),
                new Window(window.start(), limit.terms().amount()),
                Option.none(),
                Option.some(new LimitView.KeptByEngine(limit, clock)),
                Option.none());
    }
}
