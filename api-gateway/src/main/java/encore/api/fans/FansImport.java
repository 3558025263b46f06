package encore.api.fans;

import encore.api.imports.ImportedKind;
import encore.api.imports.RowInput;
import encore.api.input.Description;
import encore.api.problems.Ids;
import encore.kernel.fans.FanCommand.FindOrRegisterFan;
import encore.kernel.fans.FanId;
import encore.kernel.imports.ImportCommand.ImportFan;
import encore.kernel.imports.ImportCommand.ImportRow;
import encore.kernel.imports.ImportKind;
import encore.kernel.imports.ImportedFanId;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Imports fans. */
@Component
class FansImport implements ImportedKind {

    private static final String KEY = "import_key";

    record Key(
            @Description("The row's key. Absent: the whole row is the key.") @Nullable @Size(max = 255)
            String importKey) {}

    @Override
    public ImportKind kind() {
        return ImportKind.FANS;
    }

    @Override
    public List<Class<? extends Record>> inputs() {
        return List.of(Key.class, FansController.Add.class);
    }

    @Override
    public String key() {
        return KEY;
    }

    @Override
    public boolean isKeyRequired() {
        return false;
    }

    /** A password is hashed so that it costs time. A thousand of them would hold up the other calls. */
    @Override
    public Set<String> excluded() {
        return Set.of("password");
    }

    @Override
    public ImportRow toCommand(long account, RowInput row) {
        FansController.Add in = row.bind(FansController.Add.class);
        row.bind(Key.class);
        String key = row.text(KEY);
        String hash = row.hash(Set.of(KEY));
        var find = new FindOrRegisterFan(
                new FanId(account, Ids.number()), in.profile(), in.consent(), null, in.particulars());
        return new ImportFan(
                new ImportedFanId(account, Ids.uid()),
                find,
                in.idols(account),
                key == null ? "row:" + hash : "key:" + key,
                hash);
    }
}
