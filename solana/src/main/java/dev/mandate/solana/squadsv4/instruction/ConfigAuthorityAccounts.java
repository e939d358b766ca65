package dev.mandate.solana.squadsv4.instruction;

import dev.mandate.domain.chain.Address;
import io.vavr.control.Option;

/**
 * The accounts of every settings change that the config authority makes at once.
 *
 * @param multisig writable
 * @param configAuthority signer
 * @param rentPayer writable signer: pays where the account grows; needed only there
 * @param withSystemProgram whether the system program is passed: needed only there
 */
public record ConfigAuthorityAccounts(
        Address multisig, Address configAuthority, Option<Address> rentPayer, boolean withSystemProgram) {}
