package dev.mandate.domain.explain;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/** An instruction in the words of its program. An instruction that is not understood is {@link Unknown}, never guessed. */
public sealed interface DescribedInstruction {

    Address program();

    /** What it does, as one English sentence. */
    String sentence();

    /**
     * An instruction that was decoded.
     *
     * @param programName the usual name of the program, such as {@code system}
     * @param instruction the program's name of the instruction, in snake_case
     * @param fields its accounts by role, then its arguments. Accounts and bytes that the program ignores are the fields {@code more_accounts} and
     *     {@code more_bytes}
     * @param money what it moves or lets somebody move
     * @param rights over accounts that get another holder; changes of a smart account's settings are not among them
     * @param kind how much it deserves to be looked at
     * @param notes sentences about the rules of the token that it moves, which the bytes do not tell
     */
    record Decoded(
            Address program,
            String programName,
            String instruction,
            Array<Field> fields,
            Array<MoneyMove> money,
            Array<PowerChange.OfRight> rights,
            Kind kind,
            String sentence,
            Array<String> notes)
            implements DescribedInstruction {

        public Decoded with(Array<PowerChange.OfRight> changed, Array<String> added) {
            return new Decoded(program, programName, instruction, fields, money, changed, kind, sentence, added);
        }

        /** The value of a field; none if it has no such field. */
        public Option<FieldValue> value(String name) {
            return fields.find(field -> field.name().equals(name)).map(Field::value);
        }
    }

    /**
     * An instruction that is not understood: anything may happen to the accounts that it may write.
     *
     * @param why a clause
     */
    record Unknown(Address program, Array<AccountMeta> accounts, Bytes data, String why) implements DescribedInstruction {
        @Override
        public String sentence() {
            return "Calls the program " + program + " in a way that is not understood: " + why + ". It may do anything with "
                    + (accounts.exists(AccountMeta::signer) ? "whatever its signers may do with " : "") + "the accounts that it may write.";
        }
    }

    /** How much an instruction deserves to be looked at; the first deserves it most. */
    enum Kind {
        /** It changes who may do what. */
        AUTHORITY(1),
        /** It moves money, or may. */
        MONEY(2),
        /** It changes something else. */
        OTHER(3),
        /** It is part of any transaction: limits of computing, memos. */
        BOOKKEEPING(4);

        private final int rank;

        Kind(int rank) {
            this.rank = rank;
        }

        /** 1 deserves it most; 0 is what is not understood. */
        int rank() {
            return rank;
        }
    }
}
