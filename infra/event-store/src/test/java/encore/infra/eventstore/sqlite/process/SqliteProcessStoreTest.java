package encore.infra.eventstore.sqlite.process;

import encore.infra.eventstore.process.ProcessStoreContract;
import encore.infra.eventstore.process.ProcessStores;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SqliteProcessStoreTest extends ProcessStoreContract {

    @TempDir
    Path directory;

    @Override
    protected ProcessStores openStores() {
        return new SqliteProcessStores(directory);
    }

    @Override
    protected void closeStores(ProcessStores opened) throws Exception {
        opened.close();
    }
}
