package dev.mandate.testkit.node.methods;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Base58;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The chain as one node shows it. */
public final class NodeView {

    private static final String API_VERSION = "4.2.0";

    private final NodeLedger ledger;
    private volatile Confirmation confirmation = Confirmation.AT_ONCE;
    private volatile long lag;
    private volatile String genesis = Base58.encode(new byte[] {7, 7, 7});

    public NodeView(NodeLedger ledger) {
        this.ledger = ledger;
    }

    public void lag(long slots) {
        lag = slots;
    }

    public void confirming(Confirmation how) {
        confirmation = how;
    }

    public void genesis(String hash) {
        genesis = hash;
    }

    /** Returns the slot that the node has reached. */
    long slot() {
        return read(Array.empty()).slot() - lag;
    }

    /** Returns {@code value} with the slot to which it belongs. */
    ObjectNode inContext(JsonNode value) {
        return inContext(slot(), value);
    }

    static ObjectNode inContext(long slot, JsonNode value) {
        ObjectNode answer = Json.object();
        answer.putObject("context").put("apiVersion", API_VERSION).put("slot", slot);
        answer.set("value", value);
        return answer;
    }

    static String version() {
        return API_VERSION;
    }

    /** Returns how many slots the node is behind the chain. */
    public long lag() {
        return lag;
    }

    Confirmation confirmation() {
        return confirmation;
    }

    String genesis() {
        return genesis;
    }

    /** Returns the ledger behind the node, whatever the node shows of it. */
    public NodeLedger ledger() {
        return ledger;
    }

    Chain chain() {
        return ledger.chain();
    }

    AccountsSnapshot read(Seq<Address> addresses) {
        return known(chain().accounts(AccountQuery.ofAnyOwner(addresses)));
    }

    /** Reads at the commitment that a client asks for. What is processed is confirmed here. */
    AccountsSnapshot read(Seq<Address> addresses, JsonNode config) {
        return Params.option(config, "commitment").getOrElse("finalized").equals("finalized")
                ? known(chain().finalizedAccounts(AccountQuery.ofAnyOwner(addresses)))
                : read(addresses);
    }

    /** Returns the account at {@code address} now. */
    Option<AccountData> account(Address address) {
        return read(Array.of(address)).owned().get(address);
    }

    /** Returns the answer of a chain that the test owns, which always answers. */
    static <T> T known(Either<ChainFault, T> answer) {
        return answer.getOrElseThrow(fault -> new NodeError(NodeError.INTERNAL, "Internal error"));
    }
}
