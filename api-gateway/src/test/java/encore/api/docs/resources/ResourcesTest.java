package encore.api.docs.resources;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.GatewayOnPort;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ResourcesTest {
    @Test
    void dump() throws Exception {
        try (GatewayOnPort gateway = GatewayOnPort.whole()) {
            Files.writeString(Path.of("/tmp/things-openapi.json"), gateway.openApi().toString());
            Files.writeString(Path.of("/tmp/things-resources.json"), gateway.document("/console/resources.json").toString());
        }
        assertThat(1).isOne();
    }
}
