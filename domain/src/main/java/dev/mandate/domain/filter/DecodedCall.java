package dev.mandate.domain.filter;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.control.Option;

/** The effect that one instruction asks of a program. */
public sealed interface DecodedCall {

    Address program();

    /**
     * A call whose effect cannot be read: the program is unknown, or its instruction.
     *
     * @param why a clause
     */
    record Unread(Address program, String why) implements DecodedCall {}

    /**
     * A call that was read.
     *
     * @param instruction the program's name of it, in snake_case
     * @param accounts by role in snake_case, each by all names: a token account has its own address and its owner's. One without a name is
     *     anybody
     * @param amount what it moves or allows to move, in base units; none if it states no amount
     * @param token what it moves
     * @param receivers everybody who gets money or a right over money by it, each by all names. One without a name is anybody
     * @param rent everybody who gets the rent of an account that it makes or closes, named as receivers. It counts where a vault pays it
     * @param administered the settings account of the smart account that it operates on; none if it is no call of the account program
     */
    record Read(
            Address program,
            String instruction,
            Map<String, Array<Array<Address>>> accounts,
            Option<BaseUnits> amount,
            Option<Token> token,
            Array<Array<Address>> receivers,
            Array<Array<Address>> rent,
            Option<SettingsAddress> administered)
            implements DecodedCall {}
}
