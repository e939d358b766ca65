package dev.mandate.solana.squadsv4.instruction;

import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import dev.mandate.solana.borsh.Unsigned;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/** Creates an account, or changes its settings by its config authority. */
public sealed interface MultisigInstruction extends SquadsInstruction {

    /**
     * Creates the settings account.
     *
     * @param programConfig the program's own settings
     * @param treasury writable: receives the creation fee, named by the program's settings
     * @param multisig writable: the account to be
     * @param createKey signer: what the address is derived over
     * @param creator writable signer: pays fee and rent
     * @param configAuthority none: members vote on settings
     * @param threshold unsigned 16 bits
     * @param members in any order: the program stores them sorted
     * @param timeLock seconds, unsigned 32 bits
     * @param rentCollector none: nothing can be closed
     */
    record MultisigCreateV2(
            Address programConfig,
            Address treasury,
            Address multisig,
            Address createKey,
            Address creator,
            Option<Address> configAuthority,
            int threshold,
            Seq<Signer> members,
            long timeLock,
            Option<Address> rentCollector,
            Option<String> memo)
            implements MultisigInstruction {

        public MultisigCreateV2 {
            Unsigned.requireU16(threshold);
            Unsigned.requireU32(timeLock);
        }

        @Override
        public InstructionType type() {
            return InstructionType.MULTISIG_CREATE_V2;
        }
    }

    /** A change of settings that the config authority makes at once. */
    sealed interface ByConfigAuthority extends MultisigInstruction {
        ConfigAuthorityAccounts accounts();

        @Override
        default Address multisig() {
            return accounts().multisig();
        }

        Option<String> memo();
    }

    record MultisigAddMember(ConfigAuthorityAccounts accounts, Signer newMember, Option<String> memo)
            implements ByConfigAuthority {
        @Override
        public InstructionType type() {
            return InstructionType.MULTISIG_ADD_MEMBER;
        }
    }

    record MultisigRemoveMember(ConfigAuthorityAccounts accounts, Address oldMember, Option<String> memo)
            implements ByConfigAuthority {
        @Override
        public InstructionType type() {
            return InstructionType.MULTISIG_REMOVE_MEMBER;
        }
    }

    /**
     * Sets how many approvals it takes.
     *
     * @param newThreshold unsigned 16 bits
     */
    record MultisigChangeThreshold(ConfigAuthorityAccounts accounts, int newThreshold, Option<String> memo)
            implements ByConfigAuthority {

        public MultisigChangeThreshold {
            Unsigned.requireU16(newThreshold);
        }

        @Override
        public InstructionType type() {
            return InstructionType.MULTISIG_CHANGE_THRESHOLD;
        }
    }

    /**
     * Sets how long an approved transaction waits.
     *
     * @param timeLock seconds, unsigned 32 bits
     */
    record MultisigSetTimeLock(ConfigAuthorityAccounts accounts, long timeLock, Option<String> memo)
            implements ByConfigAuthority {

        public MultisigSetTimeLock {
            Unsigned.requireU32(timeLock);
        }

        @Override
        public InstructionType type() {
            return InstructionType.MULTISIG_SET_TIME_LOCK;
        }
    }

    /**
     * Hands the authority over.
     *
     * @param newConfigAuthority all zero gives it up for good
     */
    record MultisigSetConfigAuthority(
            ConfigAuthorityAccounts accounts, Address newConfigAuthority, Option<String> memo)
            implements ByConfigAuthority {
        @Override
        public InstructionType type() {
            return InstructionType.MULTISIG_SET_CONFIG_AUTHORITY;
        }
    }

    /**
     * Sets who gets the rent of closed transactions.
     *
     * @param rentCollector none switches closing off
     */
    record MultisigSetRentCollector(
            ConfigAuthorityAccounts accounts, Option<Address> rentCollector, Option<String> memo)
            implements ByConfigAuthority {
        @Override
        public InstructionType type() {
            return InstructionType.MULTISIG_SET_RENT_COLLECTOR;
        }
    }
}
