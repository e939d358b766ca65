package dev.mandate.adapters.http.codec;

import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.adapters.http.json.ObjectReader;
import dev.mandate.adapters.http.json.Shape;
import dev.mandate.adapters.http.json.Shapes;
import dev.mandate.domain.account.Memo;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.review.GiveawayWarning;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.NamedSigners;
import dev.mandate.ports.api.custody.TransactionVersion;
import dev.mandate.ports.api.refusal.Problem;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * The fields that all builders share.
 *
 * @param signers all of them sign; none: the fewest of the account's signers who suffice
 * @param payer none: the first signer
 * @param nonceAccount none: the transaction is valid until the block height passes the last valid height of its blockhash
 * @param version the format of the transactions
 * @param acknowledged the acknowledged warnings
 */
public record BuilderFields(
        Option<Array<Address>> signers,
        Option<Address> payer,
        Option<Address> nonceAccount,
        Option<Memo> memo,
        TransactionVersion version,
        Set<GiveawayWarning.Code> acknowledged) {

    private static final String SOL = "sol";

    private static final Shape<String> CURRENCY = Shapes.TEXT.described(text -> text.with("enum", Array.of(SOL)));

    private static final Shape<Option<Address>> FEE = Shapes.<Option<Address>>object(fee -> ofFee(fee, fee.optional("currency", CURRENCY)))
            .named("FeeConfig");

    private static final Shape<Option<Address>> REQUIRED_FEE =
            Shapes.<Option<Address>>object(fee -> ofFee(fee, fee.required("currency", CURRENCY))).named("RequiredFeeConfig");

    /** Whether a path requires fee_config and transaction_signers. */
    public enum Required {
        BOTH,
        NEITHER
    }

    /** Reads the fields. */
    public static BuilderFields read(ObjectReader in, Required required) {
        Option<Address> payer = payer(in, required);
        Option<Array<Address>> signers = required == Required.BOTH
                ? in.required("transaction_signers", WireShapes.TRANSACTION_SIGNERS)
                : in.optional("transaction_signers", WireShapes.TRANSACTION_SIGNERS);
        if (required == Required.BOTH && signers.exists(Array::isEmpty)) {
            in.reject("transaction_signers", ServerCode.EMPTY_LIST, "transaction_signers must name at least one.");
        }
        return new BuilderFields(
                signers.filter(list -> !list.isEmpty()),
                payer,
                in.optional("nonce_account", Shapes.ADDRESS),
                in.optional("memo", WireShapes.MEMO),
                in.optional("transaction_version", WireShapes.TRANSACTION_VERSION).getOrElse(TransactionVersion.LEGACY_OR_V0),
                HashSet.empty());
    }

    /** The same with acknowledged warnings. */
    public BuilderFields acknowledging(Set<GiveawayWarning.Code> codes) {
        return new BuilderFields(signers, payer, nonceAccount, memo, version, codes);
    }

    /** Reads the payer in {@code fee_config}. */
    public static Option<Address> payer(ObjectReader in, Required required) {
        return (required == Required.BOTH ? in.required("fee_config", REQUIRED_FEE) : in.optional("fee_config", FEE))
                .flatMap(payer -> payer);
    }

    private static Either<Array<Problem>, Option<Address>> ofFee(ObjectReader fee, Option<String> currency) {
        if (currency.exists(name -> !name.equals(SOL))) {
            fee.reject("currency", ServerCode.UNSUPPORTED_FEE_CURRENCY, "Fees are paid in sol.");
        }
        Option<Address> payer = fee.optional("payer_address", Shapes.ADDRESS);
        return fee.finish(() -> payer);
    }

    public BuildOptions options() {
        return new BuildOptions(
                payer,
                nonceAccount,
                Option.none(),
                memo,
                version,
                acknowledged,
                signers.isEmpty() ? NamedSigners.FEWEST_SIGN : NamedSigners.ALL_SIGN);
    }
}
