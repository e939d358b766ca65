package dev.mandate.solana.squadsv4.instruction;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.solana.programs.InstructionReader;
import dev.mandate.solana.programs.InstructionWriter;
import io.vavr.control.Option;

/**
 * The accounts of the settings changes that the config authority makes at once.
 *
 * @param rentPayer pays where the account grows; needed only there
 * @param withSystemProgram whether the system program is passed: needed only there
 */
public record ConfigAuthorityAccounts(
        Address multisig, Address configAuthority, Option<Address> rentPayer, boolean withSystemProgram) {

    static ConfigAuthorityAccounts read(InstructionReader in) {
        return new ConfigAuthorityAccounts(
                in.writable(), in.signer(), in.optionalWritableSigner(), in.optionalSystemProgram());
    }

    void write(InstructionWriter out) {
        out.writable(multisig);
        out.signer(configAuthority);
        out.optional(rentPayer.map(AccountMeta::writableSigner));
        out.optionalSystemProgram(withSystemProgram);
    }
}
