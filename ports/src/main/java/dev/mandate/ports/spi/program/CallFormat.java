package dev.mandate.ports.spi.program;

import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.filter.DecodedCall;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.collection.Set;
import io.vavr.control.Option;

/** Reads the effect of instructions. What cannot be read is {@link DecodedCall.Unread}, never guessed. */
public interface CallFormat {

    /** The accounts that {@link #calls} needs for these instructions. */
    Array<AccountQuery> needed(Seq<Instruction> instructions);

    /**
     * The calls of {@code instruction}.
     *
     * @param all all instructions that run with it; one of them may create a token account
     * @param loaded what the chain holds of the accounts {@link #needed} for {@code all}
     */
    Array<DecodedCall> calls(Instruction instruction, Seq<Instruction> all, Map<Address, AccountData> loaded);

    /** The names of the instructions of {@code program} that {@link #calls} may answer; none if it reads no call of this program. */
    Option<Set<String>> instructions(Address program);

    /** The roles that accounts of calls may have. */
    Set<String> roles();

    /** A change of settings by vote, as the same call by an admin. */
    DecodedCall call(AccountRef account, SettingsAction action);
}
