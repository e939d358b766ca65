package dev.mandate.solana.squadsv4.instruction;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.solana.programs.InstructionReader;
import dev.mandate.solana.programs.InstructionWriter;
import io.vavr.control.Option;

/**
 * The accounts of the config authority's direct settings changes.
 *
 * @param rentPayer pays if the account grows; none if it cannot grow
 * @param withSystemProgram whether the system program is passed; needed only if the account can grow
 */
public record ConfigAuthorityAccounts(
        SettingsAddress multisig, Address configAuthority, Option<Address> rentPayer, boolean withSystemProgram) {

    static ConfigAuthorityAccounts read(InstructionReader in) {
        return new ConfigAuthorityAccounts(
                new SettingsAddress(in.writable()), in.signer(), in.optionalWritableSigner(), in.optionalSystemProgram());
    }

    void write(InstructionWriter out) {
        out.writable(multisig.address());
        out.signer(configAuthority);
        out.optional(rentPayer.map(AccountMeta::writableSigner));
        out.optionalSystemProgram(withSystemProgram);
    }
}
