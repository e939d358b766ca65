package dev.mandate.adapters.http.codec;

import dev.mandate.adapters.http.json.Json;
import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Settings;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.filter.AccountFilters;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.custody.AccountView;
import dev.mandate.ports.custody.LimitView;
import dev.mandate.ports.custody.TokenBalance;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import java.math.BigDecimal;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes answers for the public SDK where its types differ from the interface. */
public final class GridObjects {

    private GridObjects() {}

    /** Writes an account with the fields of both formats, so that either kind of client finds its own. */
    public static ObjectNode account(
            AccountView view, Seq<LimitView> limits, AccountFilters filters, SignerAuthorities authorities, PolicySigners engines) {
        Settings settings = view.settings();
        ObjectNode policies = WireObjects.policies(limits, filters, engines);
        policies(
                policies,
                settings.roster().signers(),
                settings.roster().threshold(),
                settings.timeLock(),
                settings.admin(),
                authorities);
        return WireObjects.account(view, policies, authorities, engines)
                .put("address", view.ref().address().toString())
                .put("type", "signers")
                .putNull("grid_user_id");
    }

    /** Writes the SDK's {@code AccountPolicies}. */
    public static void policies(
            ObjectNode object,
            Seq<Signer> signers,
            Threshold threshold,
            TimeLock timeLock,
            AdminControl admin,
            SignerAuthorities authorities) {
        signers(object.putArray("signers"), signers, authorities);
        object.put("threshold", threshold.value()).put("time_lock", timeLock.seconds());
        WireObjects.address(object, "admin_address", admin.holder());
    }

    /**
     * Writes signers with role and provider, as the SDK's {@code AccountSigner}. The chain has no roles: each signer is written as
     * primary.
     */
    private static void signers(ArrayNode array, Seq<Signer> signers, SignerAuthorities authorities) {
        signers.forEach(signer -> {
            ObjectNode object = WireObjects.signer(array.addObject(), signer).put("role", "primary").put("provider", AuthorityObjects.EXTERNAL);
            authorities.of(signer.address()).forEach(AuthorityObjects.onto(object));
        });
    }

    /**
     * Writes the SDK's {@code AccountBalancesData}.
     *
     * @param page from 1; pages after the last are empty, so that a client that pages through comes to an end
     * @param limit the number of entries of a page
     */
    public static ObjectNode balances(Address account, BaseUnits lamports, Seq<TokenBalance> tokens, int page, int limit) {
        Array<ObjectNode> all = WireObjects.balances(lamports, tokens);
        Array<ObjectNode> shown = all.drop((int) Math.min(all.size(), (page - 1L) * limit)).take(limit);
        return Json.object()
                .put("address", account.toString())
                .set("balances", Json.array(shown))
                .set("tokens", Json.array(shown))
                .put("lamports", lamports.toString())
                .put("sol", new BigDecimal(WireObjects.decimal(lamports, WireObjects.SOL_DECIMALS)));
    }
}
