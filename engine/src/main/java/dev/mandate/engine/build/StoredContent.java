package dev.mandate.engine.build;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.engine.query.ChainReader;
import dev.mandate.engine.parts.EngineParts;
import dev.mandate.engine.query.LoadedAccount;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import dev.mandate.ports.spi.program.TransactionFormat;
import io.vavr.collection.Array;
import io.vavr.control.Either;

/** Checks the content of an existing transaction before it is voted on or executed. Another client may have written it. */
final class StoredContent {

    private final SmartAccountProgram program;
    private final TransactionFormat format;
    private final ChainReader reader;

    StoredContent(EngineParts parts, ChainReader reader) {
        this.program = parts.program();
        this.format = parts.format();
        this.reader = reader;
    }

    /** The lookup tables that the content uses; refused if it cannot be executed with them. */
    Either<BuildRefusal, Array<LookupTable>> require(
            LoadedAccount loaded, TransactionContent.VaultInstructions content, long index) {
        return reader.usableTables(program.tablesOf(content).getOrElse(Array.empty()))
                .flatMap(tables -> ChainReader.expected(
                                program.transactionAddress(loaded.ref(), index), program.executable(content, tables))
                        .flatMap(executable -> requireSigners(loaded, content, index))
                        .flatMap(signed -> requireNoNonce(instructions(content, tables)))
                        .map(fine -> tables));
    }

    private Array<Instruction> instructions(
            TransactionContent.VaultInstructions content, Array<LookupTable> tables) {
        return program.restore(content, tables).getOrElse(Array.empty());
    }

    /** Refuses signers without a key. The program signs only for the vault and for the transaction's own ephemeral signers. */
    private Either<BuildRefusal, TransactionContent> requireSigners(
            LoadedAccount loaded, TransactionContent.VaultInstructions content, long index) {
        Address vault = program.vaultAddress(loaded.ref(), content.vaultIndex());
        Array<Address> keyless = program.signersOf(content)
                .toArray()
                .reject(signer -> signer.equals(vault) || format.canSign(signer));
        Address stored = program.transactionAddress(loaded.ref(), index);
        return keyless.isEmpty()
                ? Either.right(content)
                : reader.one(program.query(stored))
                        .flatMap(data -> ChainReader.expected(stored, program.ephemeralSigners(stored, data)))
                        .flatMap(ephemeral -> keyless.find(signer -> !ephemeral.contains(signer))
                                .<Either<BuildRefusal, TransactionContent>>map(
                                        other -> Either.left(new BuildRefusal.KeylessInside(other)))
                                .getOrElse(() -> Either.right(content)));
    }

    private Either<BuildRefusal, Array<Instruction>> requireNoNonce(Array<Instruction> instructions) {
        return instructions
                .zipWithIndex()
                .flatMap(one -> format.advancedNonce(one._1)
                        .map(nonce -> new BuildRefusal.NonceInside(one._2, nonce)))
                .headOption()
                .<Either<BuildRefusal, Array<Instruction>>>map(Either::left)
                .getOrElse(() -> Either.right(instructions));
    }
}
