package encore.infra.standalone;

import java.nio.file.Path;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where this installation keeps its files.
 *
 * @param data the data directory ({@code ENCORE_DATA}), made when missing
 */
@ConfigurationProperties("encore")
public record Settings(@DefaultValue("data") Path data) {}
