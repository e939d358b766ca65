package dev.mandate.solana.decode;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.explain.Field;
import dev.mandate.domain.explain.FieldValue;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.solana.programs.account.MintAccount;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;
import java.util.function.Function;

/**
 * What is known of token accounts and mints beside an instruction's own bytes.
 *
 * @param mintOfAccount the mint of a token account
 * @param mints by address
 */
record TokenContext(Function<Address, Option<Address>> mintOfAccount, Map<Address, MintAccount> mints) {

    static final TokenContext NOTHING = new TokenContext(account -> Option.none(), HashMap.empty());

    private static final Array<String> TOKEN_ACCOUNTS = Array.of("source", "account", "destination");

    /** {@code arguments} with mint and decimals in their amounts of tokens, as far as roles, arguments and the chain tell them. */
    Array<Field> completed(Array<Field> roles, Array<Field> arguments) {
        Array<Field> all = roles.appendAll(arguments);
        Option<Address> mint = mintOf(all);
        Option<Integer> decimals = decimals(all).orElse(() -> mint.flatMap(mints::get).map(MintAccount::decimals));
        return arguments.map(field -> field.value() instanceof FieldValue.TokenUnits(BaseUnits amount, var unknown, var none)
                ? new Field(field.name(), new FieldValue.TokenUnits(amount, mint, decimals))
                : field);
    }

    /** The mint that an instruction is about: it names it, or a token account whose mint is known. */
    Option<Address> mintOf(Array<Field> fields) {
        return MoneyRule.key(fields, "mint")
                .orElse(() -> TOKEN_ACCOUNTS.flatMap(role -> MoneyRule.key(fields, role))
                        .flatMap(account -> mints.containsKey(account) ? Option.some(account) : mintOfAccount.apply(account))
                        .headOption());
    }

    private static Option<Integer> decimals(Array<Field> fields) {
        return fields.find(field -> field.name().equals("decimals"))
                .flatMap(field -> field.value() instanceof FieldValue.Count(BaseUnits number)
                        ? Option.some((int) number.bits())
                        : Option.none());
    }
}
