package encore.kernel.records;

import org.mapstruct.Builder;
import org.mapstruct.MapperConfig;
import org.mapstruct.ReportingPolicy;
import org.mapstruct.control.MappingControl;

/**
 * The rules of all mappers (ADR 142). A mapper copies components that have the same name in two records, by the constructor
 * of the second one. A component that one of the records lacks does not compile, unless the mapper names it. A value is
 * converted by a method of the mapper that is named for it, and in no other way.
 */
@MapperConfig(
        builder = @Builder(disableBuilder = true),
        unmappedTargetPolicy = ReportingPolicy.ERROR,
        unmappedSourcePolicy = ReportingPolicy.ERROR,
        typeConversionPolicy = ReportingPolicy.ERROR,
        mappingControl = StrictMapping.DirectOrByMethod.class,
        disableSubMappingMethodsGeneration = true,
        implementationName = StrictMapping.GENERATED,
        suppressTimestampInGenerated = true)
public interface StrictMapping {

    /** The name of a generated class. A nested mapper is {@code QuestInput$DetailsMapper}. */
    String GENERATED = "<CLASS_NAME>Generated";

    /** Allows values of the same type, and methods of the mapper. */
    @MappingControl(MappingControl.Use.DIRECT)
    @MappingControl(MappingControl.Use.MAPPING_METHOD)
    @interface DirectOrByMethod {}
}
