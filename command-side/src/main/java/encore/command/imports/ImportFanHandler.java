package encore.command.imports;

import encore.command.RecordOwner;
import encore.command.RowOutcomes;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Streams;
import encore.infra.eventstore.axon.Hmacs;
import encore.infra.eventstore.keys.KeyStore;
import encore.kernel.StreamId;
import encore.kernel.fans.FanId;
import encore.kernel.imports.ImportCommand.ImportFan;
import encore.kernel.imports.ImportCommand.KeepImportedFan;
import encore.kernel.imports.ImportEvent.FanImported;
import encore.kernel.imports.ImportedFanId;
import encore.kernel.imports.ImportedRowOutcome;
import encore.kernel.likings.LikingCommand.RegisterFanWithIdols;
import java.util.HexFormat;
import java.util.function.Function;
import org.axonframework.commandhandling.CommandHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Finds or registers the fan of a row, once for its key. The key is looked up before the contact: a repeat changes
 * nothing of the fan and does not bring an erased fan back (ADR 59, ADR 161).
 */
@Component
class ImportFanHandler {

    private static final String SPACE = "import_fan";

    private final Function<Claim, byte[]> hmac;

    @Autowired
    ImportFanHandler(KeyStore keys) {
        this(new Hmacs(keys)::claim);
    }

    ImportFanHandler(Function<Claim, byte[]> hmac) {
        this.hmac = hmac;
    }

    @CommandHandler
    ImportedRowOutcome decide(ImportFan command, Claims claims, Streams streams, Facts facts, Dispatch dispatch) {
        long account = command.importedFan().account();
        String keyHash = HexFormat.of().formatHex(hmac.apply(new Claim(SPACE, account, command.key())));
        return RowOutcomes.of(() -> {
            ImportedRowOutcome known = knownRow(account, keyHash, command.rowHash(), claims, streams, facts);
            if (known != null) {
                return known;
            }
            FanId fan = new FanId(account, findOrRegister(command, dispatch));
            return dispatch.send(new KeepImportedFan(command.importedFan(), fan, keyHash, command.rowHash()));
        });
    }

    private static long findOrRegister(ImportFan command, Dispatch dispatch) {
        return command.idols().isEmpty()
                ? dispatch.send(command.fan()).fanId()
                : dispatch.send(new RegisterFanWithIdols(command.fan(), command.idols(), true))
                        .fanId();
    }

    /** Keeps the key of a row after its fan. Of two calls with one key, the second finds it here. */
    @CommandHandler
    ImportedRowOutcome decide(KeepImportedFan command, Claims claims, Streams streams, Facts facts) {
        long account = command.importedFan().account();
        ImportedRowOutcome known = knownRow(account, command.keyHash(), command.rowHash(), claims, streams, facts);
        if (known != null) {
            return known;
        }
        RecordOwner.requireOpenFan(command.fan(), streams);
        claims.take(new Claim(SPACE, account, command.keyHash()), command.importedFan());
        facts.record(
                command.importedFan(),
                new FanImported(command.importedFan(), command.fan(), command.keyHash(), command.rowHash()));
        return ImportedRowOutcome.done(command.fan().number());
    }

    /** Returns the outcome of a row whose key is known. The values of an erased fan cannot be compared any more. */
    private static @Nullable ImportedRowOutcome knownRow(
            long account, String keyHash, String rowHash, Claims claims, Streams streams, Facts facts) {
        String owner = claims.ownerOf(new Claim(SPACE, account, keyHash));
        if (owner == null) {
            return null;
        }
        long position = streams.firstPosition(StreamId.parse(ImportedFanId.class, owner));
        FanImported first = facts.eventAt(position, FanImported.class);
        if (first == null) {
            return ImportedRowOutcome.known(null);
        }
        boolean isSame = first.rowHash() == null || first.rowHash().equals(rowHash);
        return ImportedRowOutcome.ofKnownKey(isSame, first.fan().number(), "import_key");
    }
}
