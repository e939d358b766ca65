package dev.mandate.testkit.node.methods;

import static dev.mandate.testkit.node.methods.NodeView.known;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.spi.chain.DataMatch;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.programs.account.MintAccount;
import dev.mandate.solana.programs.account.TokenAccount;
import io.vavr.collection.Array;
import io.vavr.collection.List;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/** Accounts: by address, by owner, and those of tokens. */
final class AccountMethods {

    /** What nodes show of an account that does not exist, where they have to show one. */
    static final AccountData EMPTY = new AccountData(BaseUnits.ZERO, Address.ZERO, Bytes.EMPTY, false);

    private static final Address CLOCK = Address.of("SysvarC1ock11111111111111111111111111111111");
    private static final Address SYSVARS = Address.of("Sysvar1111111111111111111111111111111111111");
    private static final BaseUnits CLOCK_RENT = BaseUnits.of(1_169_280);
    private static final int MAX_ACCOUNTS = 100;
    private static final int TOKEN_OWNER_OFFSET = 32;

    private final NodeView view;
    private final AccountJson json;

    AccountMethods(NodeView view) {
        this.view = view;
        this.json = new AccountJson(view::account, AccountJson.TooLong.REFUSED);
    }

    void addTo(Map<String, RpcMethod> methods) {
        methods.put("getAccountInfo", params -> account(params.address(0), params.config(1)));
        methods.put("getBalance", params -> view.inContext(
                Json.number(view.account(params.address(0)).map(AccountData::lamports).getOrElse(BaseUnits.ZERO))));
        methods.put("getMultipleAccounts", this::accounts);
        methods.put("getProgramAccounts", params -> ofProgram(params.address(0), params.config(1)));
        methods.put("getTokenAccountsByOwner", this::tokensOfOwner);
        methods.put("getTokenAccountBalance", params -> tokenBalance(params.address(0)));
        methods.put("getTokenSupply", params -> supply(params.address(0)));
    }

    private JsonNode account(Address address, JsonNode config) {
        AccountsSnapshot read = view.read(address.equals(CLOCK) ? Array.empty() : Array.of(address), config);
        return NodeView.inContext(read.slot(), json.ofAny(at(read, address), config, AccountJson.BINARY));
    }

    private JsonNode accounts(Params params) {
        Array<Address> addresses = params.list(0, MAX_ACCOUNTS).map(Params::address);
        AccountsSnapshot read = view.read(addresses.removeAll(CLOCK), params.config(1));
        ArrayNode values = Json.array();
        addresses.forEach(address -> values.add(json.ofAny(at(read, address), params.config(1), "base64")));
        return NodeView.inContext(read.slot(), values);
    }

    private static Option<AccountData> at(AccountsSnapshot read, Address address) {
        return address.equals(CLOCK) ? Option.some(clock(read)) : read.owned().get(address);
    }

    private static AccountData clock(AccountsSnapshot read) {
        ByteBuffer clock = ByteBuffer.allocate(40).order(ByteOrder.LITTLE_ENDIAN);
        clock.putLong(0, read.slot()).putLong(32, read.chainTime().seconds());
        return new AccountData(CLOCK_RENT, SYSVARS, Bytes.of(clock.array()), false);
    }

    private JsonNode ofProgram(Address program, JsonNode config) {
        Array<JsonNode> filters = Array.ofAll(config.path("filters").values());
        AccountsSnapshot read = known(view.chain().ownedAccounts(program, matches(filters)));
        Array<Integer> sizes = filters.filter(filter -> filter.has("dataSize")).map(filter -> filter.get("dataSize").intValue());
        JsonNode values = keyed(read, config, account -> sizes.forAll(size -> account.data().length() == size));
        return config.path("withContext").asBoolean(false) ? NodeView.inContext(read.slot(), values) : values;
    }

    private static Seq<DataMatch> matches(Array<JsonNode> filters) {
        return filters.filter(filter -> filter.has("memcmp")).map(filter -> filter.get("memcmp")).map(match -> {
            Bytes bytes = Params.option(match, "encoding").contains("base64")
                    ? Params.base64(match.path("bytes"))
                    : Params.base58(match.path("bytes"));
            if (bytes.length() > DataMatch.MAX_BYTES) {
                throw NodeError.invalidParams("memcmp of more than 128 bytes");
            }
            return new DataMatch(match.path("offset").intValue(), bytes);
        });
    }

    private JsonNode keyed(AccountsSnapshot read, JsonNode config, Predicate<AccountData> shown) {
        ArrayNode values = Json.array();
        read.owned()
                .filterValues(shown)
                .forEach(entry -> values.addObject()
                        .put("pubkey", entry._1.toString())
                        .set("account", json.of(entry._2, config, AccountJson.BINARY)));
        return values;
    }

    private JsonNode tokensOfOwner(Params params) {
        JsonNode of = params.required(1);
        Option<Address> mint = Params.option(of, "mint").map(text -> Params.address(of.get("mint")));
        Address program = mint.map(this::programOf).getOrElse(() -> Params.address(of.path("programId")));
        AccountsSnapshot read = known(view.chain()
                .ownedAccounts(program, List.of(new DataMatch(TOKEN_OWNER_OFFSET, Bytes.of(params.address(0).toArray())))));
        return NodeView.inContext(
                read.slot(),
                keyed(read, params.config(2), account -> mint.forAll(wanted ->
                        TokenAccount.decode(account.data()).exists(token -> token.mint().equals(wanted)))));
    }

    private Address programOf(Address mint) {
        return view.account(mint)
                .map(AccountData::owner)
                .filter(owner -> TokenProgram.at(owner).isDefined())
                .getOrElseThrow(() -> new NodeError(NodeError.INVALID_PARAMS, "Invalid param: could not find mint"));
    }

    private JsonNode tokenBalance(Address address) {
        TokenAccount token = view.account(address)
                .flatMap(account -> TokenAccount.decode(account.data()).toOption())
                .getOrElseThrow(() -> new NodeError(NodeError.INVALID_PARAMS, "Invalid param: could not find account"));
        return view.inContext(TokenJson.amount(token.amount(), new TokenJson(view::account).decimals(token.mint())));
    }

    private JsonNode supply(Address address) {
        MintAccount mint = view.account(address)
                .flatMap(account -> MintAccount.decode(account.data()).toOption())
                .getOrElseThrow(() -> new NodeError(NodeError.INVALID_PARAMS, "Invalid param: could not find mint"));
        return view.inContext(TokenJson.amount(mint.supply(), mint.decimals()));
    }
}
