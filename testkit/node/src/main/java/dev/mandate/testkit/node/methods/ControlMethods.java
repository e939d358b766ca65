package dev.mandate.testkit.node.methods;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.simulator.chain.ChainControl;
import io.vavr.control.Option;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/** Control of the chain by clients. Nodes of real networks have no such methods. */
final class ControlMethods {

    private final NodeView view;

    ControlMethods(NodeView view) {
        this.view = view;
    }

    void addTo(Map<String, RpcMethod> methods) {
        methods.put("testWarpClock", params -> changed(chain -> chain.advance(params.required(0).path("seconds").asLong(0))));
        methods.put("testExpireBlockhash", params -> changed(ChainControl::expireBlockhashes));
        methods.put("testSetAccount", params -> changed(chain -> chain.put(params.address(0), changed(params.address(0), params.required(1)))));
    }

    private JsonNode changed(Consumer<ChainControl> change) {
        change.accept(view.ledger().control().getOrElseThrow(() -> new NodeError(NodeError.METHOD_NOT_FOUND, "Method not found")));
        return Json.object().put("slot", view.slot());
    }

    /** A field that is missing stays as it is. */
    private AccountData changed(Address address, JsonNode fields) {
        AccountData before = view.account(address).getOrElse(AccountMethods.EMPTY);
        return new AccountData(
                fields.has("lamports") ? BaseUnits.ofUnsignedBits(fields.get("lamports").bigIntegerValue().longValue()) : before.lamports(),
                Params.option(fields, "owner").map(owner -> Params.address(fields.get("owner"))).getOrElse(before.owner()),
                Option.of(fields.get("data")).map(Params::base64).getOrElse(before.data()),
                before.executable());
    }
}
