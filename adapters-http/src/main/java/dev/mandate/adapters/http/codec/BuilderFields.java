package dev.mandate.adapters.http.codec;

import dev.mandate.adapters.http.error.ErrorCode;
import dev.mandate.adapters.http.json.ObjectReader;
import dev.mandate.adapters.http.json.Shape;
import dev.mandate.adapters.http.json.Shapes;
import dev.mandate.domain.account.Memo;
import dev.mandate.domain.chain.Address;
import dev.mandate.ports.custody.BuildOptions;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * What every builder takes beside its own fields.
 *
 * @param signers who is ready to sign; none: whoever suffices
 * @param payer none: the first of those who sign
 * @param nonceAccount none: the transaction lives for about a minute
 */
public record BuilderFields(
        Option<Array<Address>> signers, Option<Address> payer, Option<Address> nonceAccount, Option<Memo> memo) {

    /** Whether a path requires fee_config and transaction_signers. */
    public enum Required {
        BOTH,
        NEITHER
    }

    private record FeeConfig(Option<Address> payer) {}

    /** Reads them. */
    public static BuilderFields read(ObjectReader in, Required required, ObjectReader.Unknown unknown) {
        Shape<FeeConfig> feeConfig = Shapes.object(unknown, fields -> {
            if (unknown instanceof ObjectReader.Unknown.Ignored) {
                fields.allow("self_managed_fees");
            }
            Option<String> currency = required == Required.BOTH
                    ? fields.required("currency", Shapes.TEXT)
                    : fields.optional("currency", Shapes.TEXT);
            if (currency.exists(name -> !name.equals("sol"))) {
                fields.reject("currency", ErrorCode.UNSUPPORTED_FEE_CURRENCY, "Fees are paid in sol.");
            }
            Option<Address> payer = fields.optional("payer_address", Shapes.ADDRESS);
            return fields.finish(() -> new FeeConfig(payer));
        });
        Option<FeeConfig> fee = required == Required.BOTH
                ? in.required("fee_config", feeConfig)
                : in.optional("fee_config", feeConfig);
        Option<Array<Address>> signers = required == Required.BOTH
                ? in.required("transaction_signers", WireShapes.TRANSACTION_SIGNERS)
                : in.optional("transaction_signers", WireShapes.TRANSACTION_SIGNERS);
        if (required == Required.BOTH && signers.exists(Array::isEmpty)) {
            in.reject("transaction_signers", ErrorCode.EMPTY_LIST, "transaction_signers must name at least one.");
        }
        return new BuilderFields(
                signers.filter(list -> !list.isEmpty()),
                fee.flatMap(FeeConfig::payer),
                in.optional("nonce_account", Shapes.ADDRESS),
                in.optional("memo", WireShapes.MEMO));
    }

    /** With another payer, where none is named. */
    public BuilderFields payingBy(Option<Address> other) {
        return new BuilderFields(signers, payer.orElse(other), nonceAccount, memo);
    }

    /** With other signers in their place, where any are named. */
    public BuilderFields signedBy(Option<Array<Address>> others) {
        return new BuilderFields(
                others.filter(list -> !list.isEmpty()).orElse(signers), payer, nonceAccount, memo);
    }

    public BuildOptions options() {
        return new BuildOptions(payer, nonceAccount, Option.none(), memo);
    }
}
