package dev.mandate.testkit.node.methods;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Base58;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.solana.programs.TokenProgram;
import io.vavr.control.Option;
import java.math.BigInteger;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** An account as nodes write it, in the encoding that a client asks for. */
final class AccountJson {

    /** Without an encoding: base58 text alone. */
    static final String BINARY = "binary";

    private static final int MAX_BASE58_BYTES = 128;
    private static final BigInteger NEVER = new BigInteger("18446744073709551615");

    /** What to do with data that is too long for base58. */
    enum TooLong {
        REFUSED,
        WRITTEN_AS_ERROR
    }

    private final Function<Address, Option<AccountData>> accounts;
    private final TooLong tooLong;

    /** @param accounts to look up mints in */
    AccountJson(Function<Address, Option<AccountData>> accounts, TooLong tooLong) {
        this.accounts = accounts;
        this.tooLong = tooLong;
    }

    /**
     * Returns an account.
     *
     * @param config {@code encoding} and {@code dataSlice}
     * @param usual the method's encoding if the client names none
     */
    JsonNode of(AccountData account, JsonNode config, String usual) {
        ObjectNode json = Json.object();
        json.set("data", data(account, config, Params.option(config, "encoding").getOrElse(usual)));
        json.put("executable", account.executable());
        json.set("lamports", Json.number(account.lamports()));
        return json.put("owner", account.owner().toString())
                .put("rentEpoch", NEVER)
                .put("space", account.data().length());
    }

    JsonNode ofAny(Option<AccountData> account, JsonNode config, String usual) {
        return account.map(found -> of(found, config, usual)).getOrElse(Json::missing);
    }

    private JsonNode data(AccountData account, JsonNode config, String encoding) {
        Bytes data = sliced(account.data(), config.path("dataSlice"));
        return switch (encoding) {
            case "base64" -> base64(data);
            case "base58" -> Json.array().add(base58(data)).add("base58");
            case BINARY -> Json.text(base58(data));
            case "jsonParsed" -> TokenProgram.at(account.owner())
                    .flatMap(program -> new TokenJson(accounts).parsed(program, account.data()))
                    .getOrElse(() -> base64(data));
            default -> throw NodeError.invalidParams("no encoding of this node: " + encoding);
        };
    }

    private static JsonNode base64(Bytes data) {
        return Json.array().add(Json.base64(data)).add("base64");
    }

    private String base58(Bytes data) {
        if (data.length() > MAX_BASE58_BYTES) {
            if (tooLong == TooLong.WRITTEN_AS_ERROR) {
                return "error: data too large for bs58 encoding";
            }
            throw new NodeError(
                    NodeError.INVALID_REQUEST,
                    "Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.");
        }
        return Base58.encode(data.toArray());
    }

    private static Bytes sliced(Bytes data, JsonNode slice) {
        if (!slice.isObject()) {
            return data;
        }
        int offset = Math.min(slice.path("offset").asInt(0), data.length());
        return data.slice(offset, Math.min(slice.path("length").asInt(0), data.length() - offset));
    }
}
