package dev.mandate.testkit.node.methods;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.programs.account.MintAccount;
import dev.mandate.solana.programs.account.TokenAccount;
import io.vavr.control.Option;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Token accounts and mints in the encoding {@code jsonParsed}. */
record TokenJson(Function<Address, Option<AccountData>> accounts) {

    /** Returns a token account or a mint; none if the data is neither. */
    Option<JsonNode> parsed(TokenProgram program, Bytes data) {
        return TokenAccount.decode(data)
                .toOption()
                .map(account -> wrapped(program, "account", info(account), data))
                .orElse(() -> MintAccount.decode(data).toOption().map(mint -> wrapped(program, "mint", info(mint), data)));
    }

    private static JsonNode wrapped(TokenProgram program, String type, ObjectNode info, Bytes data) {
        ObjectNode json = Json.object()
                .put("program", name(program))
                .put("space", data.length());
        json.putObject("parsed").put("type", type).set("info", info);
        return json;
    }

    static String name(TokenProgram program) {
        return switch (program) {
            case TOKEN -> "spl-token";
            case TOKEN_2022 -> "spl-token-2022";
        };
    }

    private ObjectNode info(TokenAccount account) {
        int decimals = decimals(account.mint());
        ObjectNode info = Json.object()
                .put("isNative", account.nativeReserve().isDefined())
                .put("mint", account.mint().toString())
                .put("owner", account.owner().toString())
                .put("state", account.state().name().toLowerCase(Locale.ROOT));
        info.set("tokenAmount", amount(account.amount(), decimals));
        account.delegate().forEach(delegate -> {
            info.put("delegate", delegate.toString());
            info.set("delegatedAmount", amount(account.delegatedAmount(), decimals));
        });
        account.nativeReserve().forEach(reserve -> info.set("rentExemptReserve", amount(reserve, decimals)));
        account.closeAuthority().forEach(authority -> info.put("closeAuthority", authority.toString()));
        return info;
    }

    private static ObjectNode info(MintAccount mint) {
        ObjectNode info = Json.object()
                .put("decimals", mint.decimals())
                .put("isInitialized", true)
                .put("supply", mint.supply().toString());
        info.set("mintAuthority", address(mint.mintAuthority()));
        info.set("freezeAuthority", address(mint.freezeAuthority()));
        return info;
    }

    private static JsonNode address(Option<Address> address) {
        return address.map(Json::text).getOrElse(Json::missing);
    }

    /** Returns the decimals of a mint; 0 if there is none. */
    int decimals(Address mint) {
        return accounts.apply(mint)
                .flatMap(account -> MintAccount.decode(account.data()).toOption())
                .map(MintAccount::decimals)
                .getOrElse(0);
    }

    static JsonNode amount(BaseUnits amount, int decimals) {
        BigDecimal tokens = new BigDecimal(new BigInteger(amount.toString()), decimals);
        return Json.object()
                .put("amount", amount.toString())
                .put("decimals", decimals)
                .put("uiAmount", tokens.doubleValue())
                .put("uiAmountString", tokens.signum() == 0 ? "0" : tokens.stripTrailingZeros().toPlainString());
    }
}
