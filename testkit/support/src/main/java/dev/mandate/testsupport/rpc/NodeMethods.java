package dev.mandate.testsupport.rpc;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Base58;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.InstructionFailure;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.spi.chain.BlockhashStatus;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.DataMatch;
import dev.mandate.ports.spi.chain.LandedTransaction;
import dev.mandate.ports.spi.chain.LatestBlockhash;
import dev.mandate.ports.spi.chain.RanInstruction;
import dev.mandate.ports.spi.chain.SignatureStatus;
import dev.mandate.ports.spi.chain.Simulation;
import dev.mandate.simulator.chain.ChainControl;
import dev.mandate.solana.wire.CompiledMessage;
import dev.mandate.solana.wire.TableLookup;
import dev.mandate.solana.wire.WireTransaction;
import dev.mandate.testsupport.rpc.ChainNode.Confirmation;
import io.vavr.collection.Array;
import io.vavr.collection.List;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The methods of a node, over a chain. Shapes and error codes follow Agave's RPC documentation. */
final class NodeMethods {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final Address CLOCK = Address.of("SysvarC1ock11111111111111111111111111111111");
    private static final Address SYSVARS = Address.of("Sysvar1111111111111111111111111111111111111");
    private static final int TABLE_META_LENGTH = 56;
    private static final int MAX_ACCOUNTS = 100;
    private static final int MAX_STATUSES = 256;
    private static final int MAX_PRICED_ACCOUNTS = 128;

    private final Chain chain;
    private final Broadcast broadcast;
    private final Option<ChainControl> control;
    private volatile Confirmation confirmation = Confirmation.AT_ONCE;
    private volatile long lag;
    private volatile String genesis = Base58.encode(new byte[] {7, 7, 7});

    NodeMethods(Chain chain, Broadcast broadcast, Option<ChainControl> control) {
        this.chain = chain;
        this.broadcast = broadcast;
        this.control = control;
    }

    void lag(long slots) {
        lag = slots;
    }

    void confirming(Confirmation how) {
        confirmation = how;
    }

    void genesis(String hash) {
        genesis = hash;
    }

    /** An error of the interface. */
    private static final class NodeError extends RuntimeException {
        private static final long serialVersionUID = 1;
        private final int code;

        NodeError(int code, String message) {
            super(message);
            this.code = code;
        }
    }

    ObjectNode answer(JsonNode call) {
        ObjectNode answer = MAPPER.createObjectNode().put("jsonrpc", "2.0");
        answer.set("id", call.get("id"));
        try {
            answer.set("result", result(call.get("method").stringValue(), call.path("params")));
        } catch (NodeError error) {
            answer.putObject("error").put("code", error.code).put("message", error.getMessage());
        }
        return answer;
    }

    private JsonNode result(String method, JsonNode params) {
        requireSlot(params);
        return switch (method) {
            case "getHealth" -> MAPPER.getNodeFactory().stringNode("ok");
            case "getGenesisHash" -> MAPPER.getNodeFactory().stringNode(genesis);
            case "getEpochInfo" -> MAPPER.createObjectNode()
                    .put("absoluteSlot", slot()).put("blockHeight", known(chain.blockHeight()) - lag).put("epoch", 1).put("slotIndex", 1)
                    .put("slotsInEpoch", 432_000).put("transactionCount", 1);
            case "getLatestBlockhash" -> latestBlockhash();
            case "isBlockhashValid" -> inContext(MAPPER.getNodeFactory()
                    .booleanNode(known(chain.blockhashStatus(new Blockhash(address(params.get(0)).bytes()))) == BlockhashStatus.VALID));
            case "getMinimumBalanceForRentExemption" ->
                number(known(chain.rentExemptMinimum(params.get(0).intValue())).bits());
            case "getFeeForMessage" -> fee(decode(params.get(0)));
            case "getRecentPrioritizationFees" -> prices(params.get(0));
            case "getMultipleAccounts" -> accounts(params.get(0));
            case "getProgramAccounts" -> owned(address(params.get(0)), matches(params.get(1).path("filters")));
            case "getTokenAccountsByOwner" -> owned(
                    address(params.get(1).get("programId")), List.of(new DataMatch(32, Bytes.of(address(params.get(0)).toArray()))));
            case "simulateTransaction" -> simulation(decode(params.get(0)));
            case "sendTransaction" -> send(decode(params.get(0)), params.get(1));
            case "requestAirdrop" -> airdrop(address(params.get(0)), params.get(1).longValue());
            case "testWarpClock" -> warp(params.get(0).get("seconds").longValue());
            case "getSignatureStatuses" -> statuses(params.get(0));
            case "getSignaturesForAddress" -> history(params);
            case "getTransaction" -> landed(params);
            default -> throw new NodeError(-32601, "Method not found");
        };
    }

    private void requireSlot(JsonNode params) {
        for (JsonNode param : params.values()) {
            if (param.path("minContextSlot").asLong(0) > slot()) {
                throw new NodeError(-32016, "Minimum context slot has not been reached");
            }
        }
    }

    private long slot() {
        return known(chain.accounts(List.empty())).slot() - lag;
    }

    private ObjectNode inContext(JsonNode value) {
        return inContext(slot(), value);
    }

    private static ObjectNode inContext(long slot, JsonNode value) {
        ObjectNode answer = MAPPER.createObjectNode();
        answer.putObject("context").put("apiVersion", "4.2.0").put("slot", slot);
        answer.set("value", value);
        return answer;
    }

    private JsonNode latestBlockhash() {
        LatestBlockhash latest = known(chain.latestBlockhash());
        return inContext(MAPPER.createObjectNode()
                .put("blockhash", latest.blockhash().toString())
                .put("lastValidBlockHeight", latest.lastValidBlockHeight()));
    }

    private JsonNode fee(Bytes message) {
        var fee = chain.fees(List.of(message));
        return inContext(fee.isRight() ? number(fee.get().head().bits()) : MAPPER.getNodeFactory().nullNode());
    }

    private JsonNode prices(JsonNode texts) {
        if (texts.size() > MAX_PRICED_ACCOUNTS) {
            throw new NodeError(-32602, "Too many inputs provided; max 128");
        }
        ArrayNode blocks = MAPPER.createArrayNode();
        known(chain.recentUnitPrices(Array.ofAll(texts.values()).map(NodeMethods::address)))
                .forEach(price -> blocks.addObject().put("slot", slot()).set("prioritizationFee", number(price.bits())));
        return blocks;
    }

    private JsonNode accounts(JsonNode texts) {
        if (texts.size() > MAX_ACCOUNTS) {
            throw new NodeError(-32602, "Too many inputs provided; max 100");
        }
        Array<Address> addresses = Array.ofAll(texts.values()).map(NodeMethods::address);
        AccountsSnapshot read = known(chain.accounts(AccountQuery.ofAnyOwner(addresses.remove(CLOCK))));
        ArrayNode values = MAPPER.createArrayNode();
        addresses.forEach(address -> values.add(address.equals(CLOCK)
                ? account(clock(read))
                : read.owned().get(address).map(NodeMethods::account).getOrElse(() -> MAPPER.getNodeFactory().nullNode())));
        return inContext(read.slot(), values);
    }

    private static AccountData clock(AccountsSnapshot read) {
        ByteBuffer clock = ByteBuffer.allocate(40).order(ByteOrder.LITTLE_ENDIAN);
        clock.putLong(0, read.slot()).putLong(32, read.chainTime().seconds());
        return new AccountData(
                BaseUnits.of(1_169_280), SYSVARS, Bytes.of(clock.array()), false);
    }

    private JsonNode owned(Address owner, List<DataMatch> matches) {
        AccountsSnapshot read = known(chain.ownedAccounts(owner, matches));
        ArrayNode values = MAPPER.createArrayNode();
        read.owned().forEach(entry -> values.addObject().put("pubkey", entry._1.toString()).set("account", account(entry._2)));
        return inContext(read.slot(), values);
    }

    private static List<DataMatch> matches(JsonNode filters) {
        return List.ofAll(filters.values()).map(filter -> new DataMatch(
                filter.get("memcmp").get("offset").intValue(), decode(filter.get("memcmp").get("bytes"))));
    }

    private static JsonNode account(AccountData account) {
        ObjectNode json = MAPPER.createObjectNode();
        json.putArray("data").add(Base64.getEncoder().encodeToString(account.data().toArray())).add("base64");
        json.put("executable", account.executable());
        json.set("lamports", number(account.lamports().bits()));
        return json.put("owner", account.owner().toString())
                .put("rentEpoch", new BigInteger("18446744073709551615"))
                .put("space", account.data().length());
    }

    private JsonNode simulation(Bytes transaction) {
        Simulation simulation = accepted(chain.simulate(transaction));
        ObjectNode value = MAPPER.createObjectNode();
        value.putNull("accounts");
        value.set("err", error(simulation.failure()));
        simulation.loadedAccountsDataSize().forEach(size -> value.put("loadedAccountsDataSize", size));
        ArrayNode logs = value.putArray("logs");
        simulation.logs().forEach(logs::add);
        value.putNull("replacementBlockhash");
        value.putNull("returnData");
        return inContext(value.put("unitsConsumed", simulation.computeUnits()));
    }

    private JsonNode send(Bytes transaction, JsonNode config) {
        if (!config.path("skipPreflight").booleanValue()) {
            throw new NodeError(-32002, "Transaction simulation failed");
        }
        // A node does not report whether the transaction lands.
        var passed = broadcast.pass(transaction);
        if (passed.isLeft()) {
            throw new NodeError(-32602, "failed to deserialize");
        }
        return MAPPER.getNodeFactory().stringNode(WireTransaction.parse(transaction).get().signatures().head().toString());
    }

    /** Moves the clock, and the blocks with it. Nodes of real networks have no such method. */
    private JsonNode warp(long seconds) {
        control().advance(seconds);
        return MAPPER.createObjectNode().put("slot", slot());
    }

    private ChainControl control() {
        return control.getOrElseThrow(() -> new NodeError(-32601, "Method not found"));
    }

    /** Returns a signature that no transaction has: the lamports come from nowhere. */
    private JsonNode airdrop(Address to, long lamports) {
        control().fund(to, BaseUnits.of(lamports));
        return MAPPER.getNodeFactory().stringNode(new Signature(Bytes.of(new byte[Signature.LENGTH])).toString());
    }

    private JsonNode statuses(JsonNode texts) {
        if (texts.size() > MAX_STATUSES) {
            throw new NodeError(-32602, "Too many inputs provided; max 256");
        }
        ArrayNode values = MAPPER.createArrayNode();
        known(chain.statuses(Array.ofAll(texts.values()).map(NodeMethods::signature)))
                .map(status -> status.filter(known -> known.slot() <= slot()))
                .forEach(status -> values.add(status.map(this::status).getOrElse(() -> MAPPER.getNodeFactory().nullNode())));
        return inContext(values);
    }

    private JsonNode status(SignatureStatus status) {
        ObjectNode json = MAPPER.createObjectNode()
                .put("confirmationStatus", confirmation == Confirmation.HELD_BACK ? "processed" : status.finality().name().toLowerCase(Locale.ROOT))
                .putNull("confirmations")
                .put("slot", status.slot());
        json.set("err", error(status.failure()));
        return json;
    }

    private JsonNode history(JsonNode params) {
        JsonNode config = params.get(1);
        Option<Signature> before = Option.of(config.get("before")).map(NodeMethods::signature);
        ArrayNode values = MAPPER.createArrayNode();
        if (confirmation == Confirmation.HELD_BACK) {
            return values;
        }
        known(chain.history(address(params.get(0)), before, config.get("limit").intValue()))
                .getOrElseThrow(() -> new NodeError(-32020, "Transaction not found"))
                .filter(landed -> landed.slot() <= slot())
                .forEach(landed -> {
                    ObjectNode json = values.addObject()
                            .put("signature", landed.signature().toString())
                            .put("slot", landed.slot())
                            .put("confirmationStatus", "finalized")
                            .putNull("memo");
                    json.set("blockTime", time(landed.time()));
                    json.set("err", error(landed.failure()));
                });
        return values;
    }

    private JsonNode landed(JsonNode params) {
        if (params.get(1).path("maxSupportedTransactionVersion").asInt(-1) < 1) {
            throw new NodeError(-32015, "Transaction version is not supported by the requesting client");
        }
        return known(chain.landed(signature(params.get(0)))).filter(landed -> confirmation == Confirmation.AT_ONCE).map(this::landed).getOrElse(() -> MAPPER.getNodeFactory().nullNode());
    }

    private JsonNode landed(LandedTransaction landed) {
        CompiledMessage message = CompiledMessage.parse(landed.message()).get();
        Array<Address> writable = loaded(message, true);
        Array<Address> readonly = loaded(message, false);
        Array<Address> keys = message.staticKeys().toArray().appendAll(writable).appendAll(readonly);
        ObjectNode json = MAPPER.createObjectNode().put("slot", landed.slot());
        json.set("blockTime", time(landed.time()));
        json.putArray("transaction").add(base64(wire(landed, message))).add("base64");
        ObjectNode meta = json.putObject("meta");
        meta.set("err", error(landed.failure()));
        ObjectNode addresses = meta.putObject("loadedAddresses");
        putAll(addresses.putArray("writable"), writable);
        putAll(addresses.putArray("readonly"), readonly);
        inner(landed, keys, meta.putArray("innerInstructions"));
        balances(landed.before(), keys, meta, "pre");
        balances(landed.after(), keys, meta, "post");
        return json;
    }

    private static void balances(LandedTransaction.Balances held, Array<Address> keys, ObjectNode meta, String moment) {
        ArrayNode lamports = meta.putArray(moment + "Balances");
        keys.forEach(key -> lamports.add(new BigInteger(held.lamports().get(key).getOrElse(BaseUnits.ZERO).toString())));
        ArrayNode tokens = meta.putArray(moment + "TokenBalances");
        held.tokens().forEach(entry -> tokens.addObject()
                .put("accountIndex", keys.indexOf(entry._1))
                .put("mint", entry._2.mint().toString())
                .put("owner", entry._2.owner().toString())
                .put("programId", entry._2.tokenProgram().toString())
                .putObject("uiTokenAmount")
                .put("amount", entry._2.amount().toString())
                .put("decimals", entry._2.decimals()));
    }

    private static void putAll(ArrayNode to, Array<Address> addresses) {
        addresses.forEach(address -> to.add(address.toString()));
    }

    private static void inner(LandedTransaction landed, Array<Address> keys, ArrayNode groups) {
        landed.instructions()
                .filter(ran -> ran.position().inner().isDefined())
                .groupBy(ran -> ran.position().outer())
                .forEach(group -> {
                    ArrayNode calls = groups.addObject().put("index", group._1).putArray("instructions");
                    group._2.map(RanInstruction::instruction).forEach(call -> {
                        ObjectNode json = calls.addObject()
                                .put("programIdIndex", keys.indexOf(call.program()))
                                .put("data", Base58.encode(call.data().toArray()))
                                .put("stackHeight", 2);
                        ArrayNode accounts = json.putArray("accounts");
                        call.accounts().forEach(account -> accounts.add(keys.indexOf(account.address())));
                    });
                });
    }

    /** Returns the transaction with its first signature only, because the chain does not report the others. */
    private static Bytes wire(LandedTransaction landed, CompiledMessage message) {
        return message.requiredSigners()
                .zip(landed.signatures())
                .foldLeft(WireTransaction.unsigned(message), (signed, slot) -> signed.withSignature(slot._1, slot._2).get())
                .serialize();
    }

    private Array<Address> loaded(CompiledMessage message, boolean writable) {
        return message.lookups().toArray().flatMap(lookup -> loaded(lookup, writable ? lookup.writableIndexes() : lookup.readonlyIndexes()));
    }

    private Array<Address> loaded(TableLookup lookup, Bytes indexes) {
        Bytes table = known(chain.accounts(AccountQuery.ofAnyOwner(List.of(lookup.table())))).owned().get(lookup.table()).get().data();
        return Array.range(0, indexes.length())
                .map(at -> Address.of(table, TABLE_META_LENGTH + 32 * Byte.toUnsignedInt(indexes.at(at))));
    }

    private static JsonNode error(Option<TransactionFailure> failure) {
        return failure.<JsonNode>map(found -> switch (found) {
                    case TransactionFailure.InstructionFailed(int index, InstructionFailure cause) -> {
                        ObjectNode error = MAPPER.createObjectNode();
                        error.putArray("InstructionError").add(index).add(cause(cause));
                        yield error;
                    }
                    case TransactionFailure.InsufficientFundsForRent(int index) -> {
                        ObjectNode error = MAPPER.createObjectNode();
                        error.putObject("InsufficientFundsForRent").put("account_index", index);
                        yield error;
                    }
                    case TransactionFailure.Named(String name) -> MAPPER.getNodeFactory().stringNode(name);
                })
                .getOrElse(() -> MAPPER.getNodeFactory().nullNode());
    }

    private static JsonNode cause(InstructionFailure cause) {
        return switch (cause) {
            case InstructionFailure.Custom(long code) -> MAPPER.createObjectNode().put("Custom", code);
            case InstructionFailure.Named(String name) -> MAPPER.getNodeFactory().stringNode(name);
        };
    }

    private static JsonNode time(Option<UnixTime> time) {
        return time.<JsonNode>map(known -> MAPPER.getNodeFactory().numberNode(known.seconds()))
                .getOrElse(() -> MAPPER.getNodeFactory().nullNode());
    }

    private static JsonNode number(long unsigned) {
        return MAPPER.getNodeFactory().numberNode(new BigInteger(Long.toUnsignedString(unsigned)));
    }

    private static Address address(JsonNode text) {
        return Address.parse(text.stringValue()).getOrElseThrow(problem -> new NodeError(-32602, "Invalid param"));
    }

    private static Signature signature(JsonNode text) {
        return Signature.parse(text.stringValue()).getOrElseThrow(problem -> new NodeError(-32602, "Invalid param"));
    }

    private static Bytes decode(JsonNode base64) {
        return Bytes.of(Base64.getDecoder().decode(base64.stringValue()));
    }

    private static String base64(Bytes bytes) {
        return Base64.getEncoder().encodeToString(bytes.toArray());
    }

    /** Returns the answer of a chain that the test owns, which always answers. */
    private static <T> T known(Either<ChainFault, T> answer) {
        return answer.getOrElseThrow(fault -> new NodeError(-32603, "Internal error"));
    }

    /** If the chain reports malformed input, a node reports an invalid parameter. */
    private static <T> T accepted(Either<ChainFault, T> answer) {
        return answer.getOrElseThrow(fault -> new NodeError(-32602, "failed to deserialize"));
    }
}
